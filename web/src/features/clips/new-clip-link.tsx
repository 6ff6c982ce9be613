import { Plus } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';

export function NewClipLink({ children = 'New Clip' }: { children?: string }) {
  return (
    <ButtonLink variant="primary" to="/new-clip">
      <Plus size={16} aria-hidden />
      {children}
    </ButtonLink>
  );
}
