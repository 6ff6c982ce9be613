import { useState } from 'react';
import type { Session, Step, User } from '@clipline/contract/schemas/auth.ts';
import { hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { passkeysWork } from '../../session/passkey-support.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { type Proof, Proofs } from '../confirm/proofs.tsx';
import { FormFailure, ViewHeading } from './form-parts.tsx';

export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

export interface StepViewProps {
  step: Step;
  onIn: (reply: SignedIn) => unknown;
  /** `over`: what was begun can only be begun again. */
  onBack: (over?: unknown) => void;
}

/** In place of the form that began it. */
export function StepView({ step: { token, methods }, onIn, onBack }: StepViewProps) {
  const ways = methods.filter((way) => way !== 'passkey' || passkeysWork());
  const [recovering, setRecovering] = useState(false);
  const sentence = () => {
    if (recovering) return m.security_step_recovery();
    if (ways.includes('authenticator')) return m.security_step_app();
    return ways.includes('passkey') ? m.security_step_passkey() : m.security_step_recovery();
  };
  const prove = async ({ code, response }: Proof) => {
    try {
      const body = { token, code, response };
      await onIn(await call('POST /auth/step', { body, withoutSession: true }));
    } catch (error) {
      if (!hasCode(error, 'STEP_OVER')) throw error;
      onBack(error);
    }
  };
  return (
    <>
      <ViewHeading title={m.security_step_title()}>{ways.length > 0 && sentence()}</ViewHeading>
      <div className="flex flex-col gap-5">
        {ways.length === 0 ? (
          <FormFailure>
            {methods.length === 0 ? m.security_step_none() : m.ui_needs_https()}
          </FormFailure>
        ) : (
          <Proofs
            ways={ways}
            submit={m.auth_log_in()}
            askOptions={() =>
              call('POST /auth/passkey/options', { body: { token }, withoutSession: true })
            }
            prove={prove}
            onRecovering={setRecovering}
          />
        )}
        <Button variant="ghost" onClick={() => onBack()}>
          {m.auth_back_to_login()}
        </Button>
      </div>
    </>
  );
}
