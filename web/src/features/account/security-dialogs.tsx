import { MAX_PASSKEY_NAME_LENGTH } from '@clipline/contract/limits.ts';
import type { Passkey } from '@clipline/contract/schemas/security.ts';
import { Copy, Download } from 'lucide-react';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { downloadText } from '../../lib/copy.ts';
import { m } from '../../paraglide/messages.js';
import { QrCode } from '../../sharing/qr-code.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { copyAndTell } from '../../ui/copy-text.ts';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { useFinishAuthenticator, useRenamePasskey, useTwoStep } from './security.api.ts';

export function RenamePasskeyDialog({ passkey: { id, name } }: { passkey: Passkey }) {
  const { close } = useOverlay();
  const rename = useRenamePasskey();
  const { errors, pending, form } = useForm<'name'>({
    check: ({ name: next }) => (next.trim() === '' ? { name: m.devices_no_name() } : {}),
    async send({ name: next }) {
      await rename.mutateAsync({ id, name: next.trim() });
      close();
    },
  });
  return (
    <FormDialog
      title={m.security_passkey_rename()}
      size="sm"
      submit={m.account_save()}
      pending={pending}
      {...form}
    >
      <InputField
        label={m.account_name()}
        error={errors.name}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        defaultValue={name}
        name="name"
      />
    </FormDialog>
  );
}

export interface AuthenticatorDialogProps {
  secret: string;
  uri: string;
  onReady: () => void;
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

export function AuthenticatorDialog({ secret, uri, onReady }: AuthenticatorDialogProps) {
  const { close } = useOverlay();
  const finish = useFinishAuthenticator();
  const { errors, pending, form } = useForm<'code'>({
    check: ({ code }) => (code.trim() === '' ? { code: m.security_no_code() } : {}),
    async send({ code }) {
      await finish.mutateAsync(code.trim());
      close();
      toast.success(m.security_app_ready());
      onReady();
    },
    failing: (error) => (endedSession(error) ? {} : { code: failureText(error) }),
  });
  return (
    <FormDialog
      title={m.security_app()}
      description={m.security_app_scan()}
      size="lg"
      submit={m.security_confirm()}
      pending={pending}
      {...form}
    >
      <div className="flex flex-wrap justify-center gap-6">
        <div className="h-fit shrink-0 rounded-card border border-line bg-[#fff] p-1">
          <QrCode value={uri} label={m.security_app_qr()} size={200} level="M" />
        </div>
        <div className="flex min-w-56 flex-1 flex-col gap-5">
          <div className="flex flex-col gap-2">
            <p className="text-sm text-muted">{m.security_app_secret()}</p>
            <code translate="no" className="font-mono text-sm break-words text-ink">
              {inFours(secret)}
            </code>
            <Button
              size="sm"
              className="self-start"
              onClick={() => void copyAndTell(secret, m.security_app_copied())}
            >
              <Copy size={16} aria-hidden />
              {m.ui_copy()}
            </Button>
          </div>
          <CodeField label={m.security_six_digits()} name="code" error={errors.code} />
        </div>
      </div>
    </FormDialog>
  );
}

interface CodesProps {
  codes: readonly string[];
}

/** Shown once: it cannot be closed by mistake. */
export function CodesDialog({ codes }: CodesProps) {
  const { close } = useOverlay();
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      stays
      title={m.security_codes()}
      description={m.security_codes_text()}
      size="sm"
      footer={
        <>
          <Button onClick={() => void copyAndTell(text, m.security_codes_copied())}>
            <Copy size={16} aria-hidden />
            {m.ui_copy()}
          </Button>
          <Button onClick={() => downloadText(text, 'clipline-recovery-codes.txt')}>
            <Download size={16} aria-hidden />
            {m.security_download()}
          </Button>
          <Button variant="primary" onClick={close}>
            {m.security_codes_saved()}
          </Button>
        </>
      }
    >
      <ul
        translate="no"
        dir="ltr"
        aria-label={m.security_codes()}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-sunken p-4 text-center font-mono text-sm text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

export function TwoStepDialog({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { close } = useOverlay();
  const change = useTwoStep();
  const turnOn = () =>
    change.mutate(true, {
      onSuccess(reply) {
        close();
        if (reply) onCodes(reply.recoveryCodes);
      },
    });
  return (
    <Dialog
      title={m.security_two_step()}
      description={m.security_two_step_hint()}
      size="sm"
      footer={
        <>
          <Button onClick={close}>{m.security_not_now()}</Button>
          <Button variant="primary" pending={change.isPending} onClick={turnOn}>
            {m.security_turn_on()}
          </Button>
        </>
      }
    />
  );
}
