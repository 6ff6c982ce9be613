import { HANDOVER_POLL_SECONDS, HANDOVER_SECONDS } from '@clipline/contract/limits.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { clockOf, useSecondsLeft } from '../../lib/use-seconds-left.ts';
import { useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { QrCode } from '../../sharing/qr-code.tsx';
import { useReachable } from '../../sharing/reachable.ts';
import { Addresses } from '../../sharing/addresses.tsx';
import { AllowOrRefuse } from '../../ui/allow-or-refuse.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { AreaSpinner, Progress, TravellingDot } from '../../ui/spinner.tsx';

const ASK_EVERY_MS = 5000;

const idsOfSessions = async () => (await call('GET /account/sessions')).map(({ id }) => id);

/** A code that another device scans, and then the question whether that device may come in. */
export function PhoneDialog() {
  const opened = useQuery({
    queryKey: ['handover'],
    queryFn: async () => {
      const [made, before] = await Promise.all([call('POST /auth/handover'), idsOfSessions()]);
      return { ...made, at: Date.now(), before };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { data, error, isFetching } = opened;
  const again = () => void opened.refetch();
  if (data && !isFetching) return <Opened key={data.id} {...data} onAgain={again} />;
  if (!error || isFetching) return <Shell>{<AreaSpinner label={m.owner_phone_making()} />}</Shell>;
  return <Over text={failureText(error)} onAgain={again} />;
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <Dialog title={m.owner_phone()} description={m.owner_no_typing()} size="lg">
      {children}
    </Dialog>
  );
}

function Over({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <Dialog
      title={m.owner_phone()}
      description={text}
      size="sm"
      footer={
        <Button variant="primary" onClick={onAgain}>
          {m.owner_new_code()}
        </Button>
      }
    />
  );
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

interface OpenedProps {
  id: string;
  url: string;
  at: number;
  /** The sessions that were there when it was made. */
  before: readonly string[];
  onAgain: () => void;
}

function Opened({ id, url, at, before, onAgain }: OpenedProps) {
  const params = { id };
  const left = useSecondsLeft(at, HANDOVER_SECONDS);
  const reach = useReachable(url);
  const { data, error, refetch } = useQuery({
    queryKey: ['handover', id],
    queryFn: ({ signal }) => call('GET /auth/handover/{id}', { params, signal }),
    enabled: ({ state }) => left > 0 && !isGone(state.error),
    refetchInterval: ({ state }) =>
      state.data?.state === 'open' || state.data?.state === 'claimed' ? ASK_EVERY_MS : false,
    gcTime: 0,
  });
  useSocketEvent('handover:claimed', (claimed) => claimed.id === id && void refetch());
  const decide = useMutation({
    mutationFn: (allow: boolean) =>
      call('POST /auth/handover/{id}/decision', { params, body: { allow } }),
    meta: { failed: m.owner_decision_failed() },
    onSettled: () => refetch(),
  });
  const device = data?.device ?? m.owner_a_device();
  const decided = decide.isSuccess ? (decide.variables ? 'allowed' : 'refused') : data?.state;
  const isAllowed = decided === 'allowed';
  const isOver = left === 0 || isGone(error);
  const { data: isIn } = useQuery({
    queryKey: ['handover', id, 'session'],
    queryFn: async () => (await idsOfSessions()).some((each) => !before.includes(each)),
    enabled: isAllowed && !isOver,
    refetchInterval: ({ state }) => (state.data === true ? false : HANDOVER_POLL_SECONDS * 1000),
    gcTime: 0,
  });
  if (isAllowed && isIn) return <SignedIn device={device} />;
  if (decided === 'refused') return <Over text={m.owner_refused({ device })} onAgain={onAgain} />;
  if (isOver) return <Over text={m.owner_code_over()} onAgain={onAgain} />;
  if (isAllowed)
    return (
      <Dialog title={m.owner_letting_in({ device })} size="sm">
        <AreaSpinner label={m.owner_letting_in_text()} />
      </Dialog>
    );
  if (decided === 'claimed')
    return (
      <Question
        device={device}
        code={data?.code ?? ''}
        deciding={decide.isPending ? decide.variables : undefined}
        onDecide={(allow) => decide.isPending || decide.mutate(allow)}
      />
    );
  if (reach.onlyHere)
    return (
      <Shell>
        <Addresses of={reach} />
      </Shell>
    );
  return (
    <Shell>
      <div className="flex flex-wrap justify-center gap-6">
        <div className="h-fit shrink-0 rounded-card border border-line bg-[#fff] p-1">
          {reach.asking ? (
            <span className="block size-58" />
          ) : (
            <QrCode value={reach.link} label={m.owner_phone_code()} size={232} level="M" />
          )}
        </div>
        <div className="flex min-w-56 flex-1 flex-col justify-between gap-6">
          <ol className="flex list-inside list-decimal flex-col gap-3 text-sm marker:text-muted">
            <li>{m.owner_step_scan()}</li>
            <li>{m.owner_step_continue()}</li>
            <li>{m.owner_step_allow()}</li>
          </ol>
          <div className="flex flex-col gap-2 text-sm text-muted">
            <Progress label={m.owner_time_left()} value={left / HANDOVER_SECONDS} />
            <p className="tabular">{m.owner_good_for_now({ time: clockOf(left) })}</p>
          </div>
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-1">
        {reach.others.length > 0 && (
          <p translate="no" className="text-sm font-medium text-ink">
            {new URL(reach.link).host}
          </p>
        )}
        <Addresses of={reach} />
      </div>
    </Shell>
  );
}

interface QuestionProps {
  device: string;
  code: string;
  deciding: boolean | undefined;
  onDecide: (allow: boolean) => void;
}

function Question({ device, code, deciding, onDecide }: QuestionProps) {
  const box = useRef<HTMLParagraphElement>(null);
  // On neither answer: a key that was meant for something else must not give one.
  useEffect(() => box.current?.focus(), []);
  return (
    <Dialog
      title={m.owner_allow_question({ device })}
      initialFocus={box}
      onClose={() => onDecide(false)}
    >
      <p
        ref={box}
        tabIndex={-1}
        className="flex flex-col items-center rounded-card bg-sunken py-5 text-sm text-muted"
      >
        <span>{m.owner_it_shows()}</span>
        <span translate="no" className="font-mono text-[64px]/[72px] font-semibold text-ink">
          {code}
        </span>
      </p>
      <p className="my-4 text-sm text-body">{m.owner_only_if_same()}</p>
      <AllowOrRefuse deciding={deciding} onDecide={onDecide} />
    </Dialog>
  );
}

function SignedIn({ device }: { device: string }) {
  const { close } = useOverlay();
  return (
    <Dialog
      title={m.owner_signed_in({ device })}
      description={m.owner_signed_in_text()}
      size="sm"
      footer={
        <Button variant="primary" onClick={close}>
          {m.programs_done()}
        </Button>
      }
    >
      <div
        aria-hidden
        className="relative flex items-center justify-between rounded-card bg-sunken px-16 py-8 text-body"
      >
        <Laptop size={40} strokeWidth={1.5} />
        <Smartphone size={40} strokeWidth={1.5} />
        <TravellingDot className="start-28 top-1/2 [--travel-x:8rem] [--travel-y:0rem]" />
      </div>
    </Dialog>
  );
}
