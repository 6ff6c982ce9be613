import { lazy, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Late } from '../../ui/late.tsx';
import { Section } from './section.tsx';

const DeleteAccountDialog = lazy(async () => ({ default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog }));

export function DeleteSection() {
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title="Delete account"
      text="For good, with your clips, your desktop and the rooms you own. You may want to export your data first."
      action={
        <Button variant="danger" onPointerEnter={preloadDialog} onClick={() => setAsking(true)}>
          Delete account
        </Button>
      }
    >
      <Late when={asking}>
        <DeleteAccountDialog open={asking} onOpenChange={setAsking} />
      </Late>
    </Section>
  );
}
