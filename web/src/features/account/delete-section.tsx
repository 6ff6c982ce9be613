import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { Section } from '../../ui/section.tsx';

const DeleteAccountDialog = lazyDialog(
  () => import('./delete-account-dialog.tsx'),
  'DeleteAccountDialog',
);

export function DeleteSection() {
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title={m.account_delete()}
      text={m.account_delete_text()}
      action={
        <Button className="text-danger!" onClick={() => setAsking(true)}>
          {m.account_delete()}
        </Button>
      }
    >
      <DeleteAccountDialog open={asking} onOpenChange={setAsking} />
    </Section>
  );
}
