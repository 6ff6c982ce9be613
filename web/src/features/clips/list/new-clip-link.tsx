import { Plus } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';

export function NewClipLink({ children = m.clips_new() }: { children?: string }) {
  return (
    <ButtonLink variant="primary" to="/new-clip">
      <Plus size={16} aria-hidden />
      {children}
    </ButtonLink>
  );
}
