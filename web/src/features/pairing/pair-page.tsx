import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { isThisComputerOnly } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../../ui/field.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useLinkParameters } from '../auth/link-parameters.ts';
import { Opener } from './opener.tsx';
import { Joiner } from './joiner.tsx';
import { Screen } from './screen.tsx';
import { firstStep, join, keep, showCode, type Step } from './pairing.ts';

/** Two devices that have nothing in common but this server. */
export default function PairPage() {
  const token = useLinkParameters().handover;
  return document.body.dataset['pairing'] === 'off' ? (
    <Screen title={m.pairing_title()} text={m.pairing_off()} />
  ) : (
    <Pairing key={token} token={token} />
  );
}

function Pairing({ token }: { token: string | null }) {
  const [step, setStep] = useState(() => firstStep(token));
  const go = (next: Step) => {
    keep(next);
    setStep(next);
  };
  const startOver = (said?: string) => go({ is: 'start', ...(said !== undefined && { said }) });
  if (step.is === 'opened')
    return <Opener key={step.opened.id} {...step.opened} onEnd={startOver} />;
  if (step.is === 'joined') return <Joiner {...step.joined} onEnd={startOver} />;
  if (step.is === 'scanned')
    return <Scanned token={step.token} onStep={go} onCancel={() => startOver()} />;
  return <Start said={step.said} onStep={go} />;
}

interface StartProps {
  said: string | undefined;
  onStep: (step: Step) => void;
}

function Start({ said, onStep }: StartProps) {
  const [typed, setTyped] = useState(false);
  const showing = useForm({ check: () => ({}), send: async () => onStep(await showCode()) });
  const joining = useForm<'code'>({
    check: ({ code }) => ({ code: code.trim() === '' ? '' : undefined }),
    send: async ({ code }) => onStep(await join({ code: code.trim() })),
  });
  const wrong = joining.failure === null ? undefined : failureText(joining.failure);
  return (
    <Screen
      title={m.pairing_title()}
      text={
        // No other device opens it there.
        isThisComputerOnly(location.origin)
          ? m.pairing_text_here()
          : withSlots(
              m.pairing_text({ host: slot(0) }),
              <bdi translate="no" className="font-medium text-ink">
                {location.host}
              </bdi>,
            )
      }
    >
      {said !== undefined && (
        <p role="status" className="mt-6 rounded-card bg-sunken p-4 text-sm text-ink">
          {said}
        </p>
      )}
      <div className="mt-8 grid gap-8 md:grid-cols-2 md:gap-6">
        <form {...showing.form} className="flex flex-col gap-3">
          <Button
            type="submit"
            size="lg"
            variant={typed ? 'secondary' : 'primary'}
            pending={showing.pending}
          >
            {m.pairing_show()}
          </Button>
          {showing.failure !== null && (
            <p role="alert" className="text-sm text-danger">
              {failureText(showing.failure)}
            </p>
          )}
          <p className="text-sm text-muted">{m.pairing_show_text()}</p>
        </form>
        <form
          {...joining.form}
          onInput={(event) => {
            joining.form.onInput(event);
            setTyped((event.target as HTMLInputElement).value.trim() !== '');
          }}
          className="flex flex-col gap-3 border-line max-md:border-t max-md:pt-8 md:border-s md:ps-6"
        >
          <InputField
            label={m.pairing_enter()}
            error={wrong ?? joining.errors.code}
            name="code"
            translate="no"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            placeholder="K7M Q2P"
            className="text-center font-mono text-lg! uppercase placeholder:text-muted/60"
          />
          <Button
            type="submit"
            size="lg"
            variant={typed ? 'primary' : 'secondary'}
            pending={joining.pending}
          >
            {m.pairing_connect()}
          </Button>
        </form>
      </div>
    </Screen>
  );
}

interface ScannedProps {
  token: string;
  onStep: (step: Step) => void;
  onCancel: () => void;
}

function Scanned({ token, onStep, onCancel }: ScannedProps) {
  const { failure, pending, form } = useForm({
    check: () => ({}),
    send: async () => onStep(await join({ token })),
  });
  return (
    <Screen title={m.pairing_title()} text={m.pairing_scanned()}>
      <form {...form} className="mt-auto flex flex-col gap-2 pt-10">
        {failure !== null && (
          <p role="alert" className="mb-2 text-sm text-danger">
            {failureText(failure)}
          </p>
        )}
        <Button type="submit" size="lg" variant="primary" pending={pending}>
          {m.pairing_connect()}
        </Button>
        <Button size="lg" variant="ghost" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </form>
    </Screen>
  );
}
