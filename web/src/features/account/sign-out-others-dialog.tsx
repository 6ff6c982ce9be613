import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useEndOtherSessions } from './account.api.ts';

export function SignOutOthersDialog() {
  const endOthers = useEndOtherSessions();
  const [programs, setPrograms] = useState(true);
  const signOut = async () => {
    const { ended } = await endOthers.mutateAsync(programs);
    toast.success(
      m.account_others_signed_out(),
      m.account_others_signed_out_text({ count: ended }),
    );
  };
  return (
    <ConfirmDialog
      title={m.account_sign_out_others_title()}
      description={m.account_sign_out_others_text()}
      confirm={m.account_sign_out()}
      act={signOut}
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
