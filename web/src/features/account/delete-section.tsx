import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { open } from './overlays.ts';

export function DeleteSection() {
  return (
    <Section
      title={m.account_delete()}
      text={m.account_delete_text()}
      action={
        <Button className="text-danger!" onClick={() => open('deleteAccount')}>
          {m.account_delete()}
        </Button>
      }
    />
  );
}
