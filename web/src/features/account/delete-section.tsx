import { lazy, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Late } from '../../ui/late.tsx';
import { Section } from './section.tsx';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

export function DeleteSection() {
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title={m.account_delete()}
      text={m.account_delete_text()}
      action={
        <Button variant="danger" onPointerEnter={preloadDialog} onClick={() => setAsking(true)}>
          {m.account_delete()}
        </Button>
      }
    >
      <Late when={asking}>
        <DeleteAccountDialog open={asking} onOpenChange={setAsking} />
      </Late>
    </Section>
  );
}
