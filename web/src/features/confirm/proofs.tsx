import { useState } from 'react';
import { endedSession, failureText } from '../../lib/api-error.ts';
import {
  askPasskey,
  type AskingOptions,
  type AuthenticationResponseJSON,
} from '../../session/passkeys.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { InputField, PasswordField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';

export type Way = 'password' | 'passkey' | 'authenticator' | 'recovery';

/** One of them. */
export interface Proof {
  readonly password?: string;
  readonly code?: string;
  readonly response?: AuthenticationResponseJSON;
}

export interface ProofsProps {
  ways: readonly Way[];
  submit: string;
  askOptions: AskingOptions;
  prove: (proof: Proof) => Promise<unknown>;
  onRecovering?: (recovering: boolean) => void;
}

/** What a person has to prove who they are: one field at a time, and a passkey beside it. */
export function Proofs({ ways, submit, askOptions, prove, onRecovering }: ProofsProps) {
  const typed = ways.filter((way) => way !== 'passkey');
  const canRecover = typed.includes('recovery');
  const [recovering, setRecovering] = useState(ways.length === 1 && canRecover);
  const way = recovering ? 'recovery' : typed.find((each) => each !== 'recovery');
  return (
    <div className="flex flex-col gap-4">
      {way && <Typed key={way} way={way} submit={submit} prove={prove} />}
      {ways.includes('passkey') && !recovering && (
        <ByPasskey first={way !== 'password'} askOptions={askOptions} prove={prove} />
      )}
      {canRecover && typed.length + ways.length > 2 && (
        <Button
          variant="ghost"
          onClick={() => {
            setRecovering(!recovering);
            onRecovering?.(!recovering);
          }}
        >
          {recovering ? m.security_use_other() : m.security_use_recovery()}
        </Button>
      )}
    </div>
  );
}

function Typed({ way, submit, prove }: Pick<ProofsProps, 'submit' | 'prove'> & { way: Way }) {
  const { errors, pending, form } = useForm<'proof'>({
    check: ({ proof }) =>
      proof.trim() === ''
        ? { proof: way === 'password' ? m.account_no_password() : m.security_no_code() }
        : {},
    send: ({ proof }) => prove(way === 'password' ? { password: proof } : { code: proof.trim() }),
    failing: (error) => (endedSession(error) ? {} : { proof: failureText(error) }),
  });
  const field = { name: 'proof', error: errors.proof, autoFocus: true };
  return (
    <form {...form} method="post" className="flex flex-col gap-4">
      {way === 'password' && (
        <PasswordField
          {...field}
          label={m.account_your_password()}
          autoComplete="current-password"
        />
      )}
      {way === 'authenticator' && <CodeField {...field} label={m.security_six_digits()} />}
      {way === 'recovery' && (
        <InputField
          {...field}
          label={m.security_recovery_code()}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXXX-XXXXX"
          className="font-mono"
        />
      )}
      {way !== 'authenticator' && (
        <Button type="submit" variant="primary" pending={pending}>
          {submit}
        </Button>
      )}
    </form>
  );
}

function ByPasskey({
  first,
  askOptions,
  prove,
}: Pick<ProofsProps, 'askOptions' | 'prove'> & { first: boolean }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setPending(true);
    setFailure(null);
    try {
      const response = await askPasskey(askOptions);
      if (response) await prove({ response });
    } catch (error) {
      if (!endedSession(error)) setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button
        variant={first ? 'primary' : 'secondary'}
        pending={pending}
        onClick={() => void press()}
      >
        {m.security_use_passkey()}
      </Button>
      {failure !== null && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </>
  );
}
