import { PAIR_SECONDS } from '@clipline/contract/limits.ts';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { isThisComputerOnly } from '../../lib/browser.ts';
import { clockOf, useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { m } from '../../paraglide/messages.js';
import { Addresses } from '../../sharing/addresses.tsx';
import { QrCode } from '../../sharing/qr-code.tsx';
import { AllowOrRefuse } from '../../ui/allow-or-refuse.tsx';
import { Progress } from '../../ui/spinner.tsx';
import type { Ending } from './joiner.tsx';
import { isOver, type Opened, useAnswer, useEnter } from './pairing.ts';
import { Screen, Waiting } from './screen.tsx';

/** The device that shows a code, and decides. */
export function Opener({ id, opener, attempt, code, url, at, onEnd }: Opened & Ending) {
  const enter = useEnter();
  const asked = { params: { id }, headers: { 'x-pair-opener': opener }, withoutSession: true };
  const left = useSecondsLeft(at, PAIR_SECONDS);
  const [deciding, setDeciding] = useState<boolean>();
  const [failure, setFailure] = useState<unknown>(null);
  const decide = async (allow: boolean) => {
    if (deciding !== undefined) return;
    setDeciding(allow);
    setFailure(null);
    const decision = { ...asked, body: { allow }, idempotencyKey: attempt };
    try {
      const paired = await call('POST /pair/{id}/decision', decision);
      if (allow) enter(paired);
      else onEnd(m.pairing_refused());
    } catch (error_) {
      setDeciding(undefined);
      setFailure(error_);
    }
  };
  const { data, error } = useAnswer(
    (signal) => call('GET /pair/{id}', { ...asked, signal }),
    ({ data: now, error: failed }) => {
      if (isOver(failed)) onEnd(m.pairing_over());
      else if (now?.state === 'refused') onEnd(m.pairing_refused());
      // Its answer was lost, or a reload came before it.
      else if (now?.state === 'allowed') void decide(true);
    },
  );
  const state = data?.state;

  if (state === 'joined' || state === 'allowed')
    return (
      <Question
        device={data?.device ?? ''}
        digits={data?.digits ?? ''}
        deciding={deciding}
        failure={failure}
        onDecide={(allow) => void decide(allow)}
      />
    );
  return (
    <Screen wide title={m.pairing_title()} text={m.pairing_on_other({ host: new URL(url).host })}>
      <div className="mt-8 flex flex-wrap items-center justify-center gap-x-8 gap-y-6">
        <p
          translate="no"
          className="font-mono text-[64px]/[72px] font-semibold whitespace-nowrap text-ink max-sm:text-[56px]/[64px]"
        >
          {code.slice(0, 3)} {code.slice(3)}
        </p>
        {isThisComputerOnly(new URL(url).origin) ? (
          <Addresses
            of={{
              link: url,
              onlyHere: true,
              others: [],
              choose() {},
              asking: false,
              isLent: false,
            }}
          />
        ) : (
          <div className="rounded-card border border-line bg-[#fff] p-1">
            <QrCode value={url} label={m.pairing_code()} size={232} level="M" />
          </div>
        )}
      </div>
      <div className="mt-8 flex flex-col gap-2 text-sm text-muted">
        <Progress label={m.owner_time_left()} value={left / PAIR_SECONDS} />
        <p className="text-center tabular">{m.pairing_good_for({ time: clockOf(left) })}</p>
      </div>
      <Waiting error={error} onCancel={() => onEnd()}>
        {m.pairing_waiting()}
      </Waiting>
    </Screen>
  );
}

interface QuestionProps {
  device: string;
  digits: string;
  deciding: boolean | undefined;
  failure: unknown;
  onDecide: (allow: boolean) => void;
}

function Question({ device, digits, deciding, failure, onDecide }: QuestionProps) {
  return (
    <Screen
      title={m.pairing_wants({ device })}
      text={`${m.pairing_shows({ digits })} ${m.pairing_only_if_same()}`}
      digits={digits}
    >
      {failure !== null && (
        <p role="alert" className="mt-4 text-center text-sm text-danger">
          {failureText(failure, m.pairing_decision_failed())}
        </p>
      )}
      <div className="mt-8">
        <AllowOrRefuse deciding={deciding} onDecide={onDecide} />
      </div>
    </Screen>
  );
}
