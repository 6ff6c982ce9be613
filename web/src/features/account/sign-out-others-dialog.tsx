import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useEndOtherSessions } from './account.api.ts';
import { notify } from './account.messages.ts';

export function SignOutOthersDialog() {
  const endOthers = useEndOtherSessions();
  const [programs, setPrograms] = useState(true);
  const signOut = async () => {
    try {
      const { ended } = await endOthers.mutateAsync(programs);
      notify.othersSignedOut(ended);
    } catch (error) {
      notify.othersFailed(error);
      throw error;
    }
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
