import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { shortDate } from '../../lib/format.ts';
import { endPasskeyOffer, isPasskeyOffered } from '../../session/passkey-support.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { security, useAddPasskey } from './confirm.api.ts';

/** What the dashboard says about signing in. */
export function SignInNotices() {
  const { data } = useQuery({ ...security, staleTime: Infinity, retry: false });
  const from = data && !data.twoStep.on ? data.twoStep.requiredFrom : null;
  return (
    <Status>
      {from !== null && (
        <Notice
          icon={ShieldCheck}
          tone="warn"
          action={<ButtonLink to="/account">{m.security_set_it_up()}</ButtonLink>}
        >
          {m.security_asked_from({ date: shortDate(from) })}
        </Notice>
      )}
      <PasskeyOffer />
    </Status>
  );
}

function PasskeyOffer() {
  const [due, setDue] = useState(isPasskeyOffered);
  const add = useAddPasskey();
  if (!due) return null;
  const answered = () => {
    endPasskeyOffer();
    setDue(false);
  };
  return (
    <Notice
      icon={KeyRound}
      action={
        <>
          <Button
            pending={add.isPending}
            onClick={() => add.mutate(undefined, { onSuccess: (added) => added && answered() })}
          >
            {m.security_passkey_add()}
          </Button>
          <Button variant="ghost" onClick={answered}>
            {m.security_not_now()}
          </Button>
        </>
      }
    >
      {m.security_faster()}
    </Notice>
  );
}
