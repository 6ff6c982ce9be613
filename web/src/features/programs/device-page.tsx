import { CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError, endedSession, failureText } from '../../lib/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { m } from '../../paraglide/messages.js';
import { AllowOrRefuse } from '../../ui/allow-or-refuse.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { InputField } from '../../ui/field.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { scopesInWords, useDecideDevice, useFindDevice } from './programs.api.ts';

type Found = NonNullable<ReturnType<typeof useFindDevice>['data']>;

type Step =
  | { readonly is: 'typing' }
  | { readonly is: 'asking'; readonly found: Found }
  | { readonly is: 'decided'; readonly allowed: boolean; readonly name: string };

function CodeForm({
  code,
  onCode,
  mistake,
  pending,
  onSubmit,
}: {
  code: string;
  onCode: (code: string) => void;
  mistake: string | undefined;
  pending: boolean;
  onSubmit: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  // The one thing to do on this page.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <p className="text-sm text-body">{m.programs_device_text()}</p>
      <InputField
        label={m.programs_code()}
        error={mistake}
        dir="ltr"
        ref={field}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        placeholder="XXXX-XXXX"
        value={code}
        className="font-mono tracking-widest uppercase placeholder:tracking-widest"
        onChange={(event) => onCode(event.target.value)}
      />
      <div>
        <Button type="submit" variant="primary" pending={pending}>
          {m.programs_continue()}
        </Button>
      </div>
    </form>
  );
}

function Question({
  found,
  mistake,
  deciding,
  onDecide,
}: {
  found: Found;
  mistake: string | undefined;
  deciding: boolean | undefined;
  onDecide: (allow: boolean) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold text-balance text-ink">
        {withSlots(
          m.programs_allow_question({ name: slot(0), scopes: scopesInWords(found.scopes) }),
          <bdi translate="no" className="wrap-anywhere">
            {found.name}
          </bdi>,
        )}
      </h2>
      <div className="flex flex-col gap-1 text-sm">
        <p className="text-body">
          {withSlots(
            m.programs_asked({ time: slot(0) }),
            <RelativeTime time={found.askedAt} within />,
          )}
        </p>
        <p className="font-medium text-warn">{m.programs_only_if()}</p>
      </div>
      {mistake && (
        <p role="alert" className="text-sm text-danger">
          {mistake}
        </p>
      )}
      <AllowOrRefuse deciding={deciding} onDecide={onDecide} />
    </div>
  );
}

function Decided({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <div className="flex items-start gap-4">
      <IconTile icon={icon} tone="accent" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere text-ink">{title}</p>
        <p className="text-sm text-body">{text}</p>
      </div>
    </div>
  );
}

export default function DevicePage() {
  const heading = usePageTitle(m.programs_device_title());
  const find = useFindDevice();
  const decide = useDecideDevice();
  const [code, setCode] = useState('');
  const [step, setStep] = useState<Step>({ is: 'typing' });
  const [mistake, setMistake] = useState<string>();

  const failed = (error: unknown) => {
    if (endedSession(error)) return;
    setMistake(failureText(error, m.programs_form_failed()));
    // Nothing waits with it any more: another code can be typed.
    if (error instanceof ApiError && error.code === 'DEVICE_CODE_INVALID')
      setStep({ is: 'typing' });
  };
  const look = () => {
    if (find.isPending) return;
    if (code.trim() === '') return setMistake(m.programs_no_code());
    setMistake(undefined);
    find.mutate(code, {
      onSuccess: (found) => setStep({ is: 'asking', found }),
      onError: failed,
    });
  };
  const answer = ({ name }: Found, allow: boolean) => {
    if (decide.isPending) return;
    setMistake(undefined);
    decide.mutate(
      { user_code: code, allow },
      {
        onSuccess: () => setStep({ is: 'decided', allowed: allow, name }),
        onError: failed,
      },
    );
  };
  return (
    <>
      <PageHeader title={m.programs_device_title()} headingRef={heading} />
      <PageBody>
        <Card className="max-w-xl p-5">
          {step.is === 'typing' && (
            <CodeForm
              code={code}
              onCode={setCode}
              mistake={mistake}
              pending={find.isPending}
              onSubmit={look}
            />
          )}
          {step.is === 'asking' && (
            <Question
              found={step.found}
              mistake={mistake}
              deciding={decide.isPending ? decide.variables.allow : undefined}
              onDecide={(allow) => answer(step.found, allow)}
            />
          )}
          <div role="status">
            {step.is === 'decided' &&
              (step.allowed ? (
                <Decided
                  icon={CircleCheck}
                  title={m.programs_allowed({ name: step.name })}
                  text={m.programs_allowed_text()}
                />
              ) : (
                <Decided
                  icon={CircleX}
                  title={m.programs_refused({ name: step.name })}
                  text={m.programs_refused_text()}
                />
              ))}
          </div>
        </Card>
      </PageBody>
    </>
  );
}
