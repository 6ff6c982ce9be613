import type { ServerState } from '@clipline/contract/schemas/owner.ts';
import {
  Archive,
  CircleAlert,
  CircleCheck,
  type LucideIcon,
  Mail,
  Radio,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useServed } from '../../lib/browser.ts';
import { fileSize, fullDate } from '../../lib/format.ts';
import { useUser } from '../../session/session.ts';
import { DAY_MS } from '../../lib/time.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { Log } from './log.tsx';
import { open } from './overlays.ts';
import { useServer, useSetSecondStep, useTestMail } from './owner.api.ts';
import { registrationNames } from './registration.tsx';

function Storage({ state }: { state: ServerState }) {
  const { fileBytes, storeBytes, freeBytes } = state;
  const used = fileBytes + storeBytes;
  const all = Math.max(1, used + (freeBytes ?? 0));
  const parts = [
    {
      tone: 'bg-accent',
      bytes: fileBytes,
      text:
        state.files === 'disk'
          ? m.owner_files_on_disk({ size: fileSize(fileBytes) })
          : m.owner_files_on_s3({ size: fileSize(fileBytes) }),
    },
    {
      tone: 'bg-violet',
      bytes: storeBytes,
      text:
        state.store === 'sqlite'
          ? m.owner_store_sqlite({ size: fileSize(storeBytes) })
          : m.owner_store_postgresql({ size: fileSize(storeBytes) }),
    },
  ];
  return (
    <section aria-labelledby="storage" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="storage" className="text-base font-semibold">
          {m.owner_storage()}
        </h2>
        <p className="tabular text-sm text-body">
          {freeBytes === null
            ? m.owner_bytes_used({ used: fileSize(used) })
            : m.owner_bytes_free({ used: fileSize(used), free: fileSize(freeBytes) })}
        </p>
      </div>
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-hover">
        {parts
          .filter(({ bytes }) => bytes > 0)
          .map(({ tone, bytes }) => (
            <span
              key={tone}
              className={`min-w-0.5 ${tone}`}
              style={{ width: `${(bytes / all) * 100}%` }}
            />
          ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-body">
        {parts.map(({ tone, text }) => (
          <li key={tone} className="inline-flex items-center gap-2">
            <span aria-hidden className={`size-2 rounded-full ${tone}`} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FactProps {
  icon: LucideIcon;
  title: string;
  text: string;
  good?: boolean;
  children?: ReactNode;
}

function Fact({ icon: Icon, title, text, good, children }: FactProps) {
  const Sign = good ? CircleCheck : CircleAlert;
  return (
    <li className="flex min-h-15 items-center gap-3 border-t border-line py-2">
      <Icon size={18} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium text-ink">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
      {good !== undefined && (
        <Sign size={16} aria-hidden className={good ? 'text-accent' : 'text-warn'} />
      )}
    </li>
  );
}

/** Older than this it is no backup of what people have now. */
const FRESH_MS = 7 * DAY_MS;
const isFresh = (time: string) => Date.now() - Date.parse(time) < FRESH_MS;

function Facts({ state: { lastBackupAt, mail, redis, secondStepFrom } }: { state: ServerState }) {
  const hasPasswords = useServed('passwords') !== 'off';
  const setSecondStep = useSetSecondStep(m.owner_change_failed());
  const send = useTestMail();
  const email = useUser()?.email;
  return (
    <ul className="flex flex-col border-b border-line">
      <Fact
        icon={Archive}
        title={m.owner_last_backup()}
        text={lastBackupAt === null ? m.owner_no_backup() : fullDate(lastBackupAt)}
        good={lastBackupAt !== null && isFresh(lastBackupAt)}
      >
        {lastBackupAt !== null && (
          <RelativeTime time={lastBackupAt} className="text-sm text-muted" />
        )}
      </Fact>
      <Fact
        icon={Mail}
        title={m.owner_mail()}
        text={mail === 'smtp' ? m.owner_mail_smtp() : m.owner_mail_outbox()}
      >
        <Button
          pending={send.isPending}
          onClick={() =>
            send.mutate(undefined, {
              onSuccess: () =>
                mail === 'smtp'
                  ? toast.success(m.owner_test_mail_sent(), email)
                  : toast.success(m.owner_test_mail_kept()),
            })
          }
        >
          {m.owner_test_mail()}
        </Button>
      </Fact>
      {hasPasswords && (
        <Fact
          icon={ShieldCheck}
          title={m.owner_second_step()}
          text={
            secondStepFrom === null
              ? m.owner_second_step_optional()
              : m.owner_second_step_from({ date: fullDate(secondStepFrom) })
          }
        >
          {secondStepFrom === null ? (
            <Button onClick={() => open('require')}>{m.owner_require()}</Button>
          ) : (
            <Button
              pending={setSecondStep.isPending}
              onClick={() => setSecondStep.mutate({ secondStep: 'optional' })}
            >
              {m.owner_make_optional()}
            </Button>
          )}
        </Fact>
      )}
      {redis !== null && (
        <Fact
          icon={Radio}
          title={m.owner_redis()}
          text={redis === 'ok' ? m.owner_redis_ok() : m.owner_redis_away()}
          good={redis === 'ok'}
        />
      )}
    </ul>
  );
}

const rowsOf = ({ version, startedAt, registration, users, clips, rooms, node }: ServerState) => [
  [m.owner_version(), version],
  [m.owner_running_since(), fullDate(startedAt)],
  [m.owner_sign_ups(), registrationNames[registration]()],
  [
    m.owner_holds(),
    [
      m.owner_people_count({ count: users }),
      m.owner_clips_count({ count: clips }),
      m.rooms_count({ count: rooms }),
    ].join(', '),
  ],
  ['Node.js', node],
];

export function Server() {
  const { data: state, error, refetch } = useServer();
  if (!state && error)
    return <FailedState title={m.owner_server_failed()} error={error} onRetry={refetch} />;
  if (!state) return <AreaSpinner label={m.owner_server_loading()} />;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-8">
        <Storage state={state} />
        <Facts state={state} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-10 gap-y-2.5 text-sm">
          {rowsOf(state).map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Log />
    </div>
  );
}
