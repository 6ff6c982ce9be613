import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEndOtherSessions } from './account.api.ts';
import { notify } from './account.messages.ts';

export function SignOutOthersDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const endOthers = useEndOtherSessions();
  const [programs, setPrograms] = useState(true);
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) setPrograms(true);
  };
  const signOut = () =>
    endOthers.mutate(programs, {
      onSuccess: ({ ended }) => {
        change(false);
        notify.othersSignedOut(ended);
      },
      onError: notify.othersFailed,
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={m.account_sign_out_others_title()}
      description={m.account_sign_out_others_text()}
      confirm={m.account_sign_out()}
      pending={endOthers.isPending}
      onConfirm={signOut}
    >
      <Checkbox
        label={m.account_and_tokens()}
        hint={m.account_end_tokens_text()}
        checked={programs}
        onCheckedChange={setPrograms}
      />
    </ConfirmDialog>
  );
}
