import { failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { passkeysWork } from '../../session/passkey-support.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/dialog.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { SectionUnread } from '../../ui/section.tsx';
import { useProfile } from '../account/account.api.ts';
import { type Security, useSecurity } from './confirm.api.ts';
import { Proofs, type Way } from './proofs.tsx';

export interface ConfirmItIsYouProps {
  by: 'any' | 'step';
  onConfirmed: () => void;
}

function waysOf({ passkeys, authenticator, recoveryCodes }: Security, hasPassword: boolean) {
  const can: Record<Way, boolean> = {
    password: hasPassword,
    authenticator: authenticator !== null,
    passkey: passkeysWork() && passkeys.some(({ works }) => works),
    recovery: (recoveryCodes?.left ?? 0) > 0,
  };
  return (Object.keys(can) as Way[]).filter((way) => can[way]);
}

/** What was begun goes on once it is confirmed, and is refused where this is closed. */
export function ConfirmItIsYou({ by, onConfirmed }: ConfirmItIsYouProps) {
  const { close } = useOverlay();
  const security = useSecurity();
  const profile = useProfile();
  const error = security.error ?? profile.error;
  const ways =
    security.data &&
    profile.data &&
    waysOf(security.data, by === 'any' && profile.data.hasPassword);
  return (
    <Dialog title={m.security_confirm_title()} description={m.security_confirm_text()} size="sm">
      {!ways && (
        <SectionUnread
          failure={error && failureText(error, m.security_failed())}
          onRetry={() => Promise.all([security.refetch(), profile.refetch()])}
        />
      )}
      {ways?.length === 0 && <p className="text-sm text-body">{m.security_step_none()}</p>}
      {ways && (
        <Proofs
          ways={ways}
          submit={m.security_confirm()}
          askOptions={() => call('POST /account/confirm/options')}
          prove={async (proof) => {
            await call('POST /account/confirm', { body: proof });
            onConfirmed();
            close();
          }}
        />
      )}
    </Dialog>
  );
}
