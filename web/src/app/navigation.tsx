import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useWaiting } from '../capture/outbox.ts';
import { startSending, wake } from '../capture/sender.ts';
import { showWaiting } from '../capture/show-waiting.tsx';
import { usePlanNews } from '../features/billing/plan.ts';
import { refreshLists, useClipNews } from '../features/clips/clips.api.ts';
import { copyClipText } from '../features/clips/copy-clip.ts';
import { useRoomNews } from '../features/rooms/unread.ts';
import { call } from '../lib/api.ts';
import { whenIdle } from '../lib/browser.ts';
import { useDebounced } from '../lib/debounce.ts';
import { formatNumber } from '../lib/format.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { useUser } from '../session/session.ts';
import { focusSearch, useShortcut } from '../lib/shortcuts.ts';
import { toastFailure } from '../live/failures.ts';
import { useFrontReport } from '../live/front.ts';
import { useConnection, useSocketEvent } from '../live/socket.ts';
import { refreshKept, keepsRecent, expireKept } from '../offline/keeper.ts';
import { m } from '../paraglide/messages.js';
import { useLinkNews } from '../sharing/links.api.ts';
import {
  goOnSending,
  UPLOADS_KEY,
  useOnTheirWay,
  useStopped,
  useUnseenShare,
} from '../things/sending/on-its-way.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { PageBody, PageHeader } from '../ui/page-header.tsx';
import { Status } from '../ui/status.tsx';
import { toast } from '../ui/toast.ts';
import { BottomBar } from './bottom-bar.tsx';
import { hearBuild, startWorker, useNewBuild, useReloadWhenLeaving } from './new-build.ts';
import { open } from './overlays.ts';
import { preloadEntries } from './routes.ts';
import { Sidebar } from './sidebar.tsx';
import { useLogout } from './use-logout.ts';

/** What comes before it, it reads. */
const DeviceNews = lazyPart(() => import('../features/devices/device-news.tsx'), 'DeviceNews');

function Services() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  const { state } = useConnection();
  useEffect(() => startSending(() => refreshLists(client)), [client]);
  useEffect(() => {
    if (state !== 'connected') return;
    wake();
    goOnSending();
  }, [state, userId]);
  useEffect(() => void keepApp(), []);
  useKeeping(userId, state === 'connected');
  useSocketEvent('app:build', ({ build }) => hearBuild(build));
  useReloadWhenLeaving();
  useFrontReport();
  return null;
}

/** Where no worker keeps the app, this page loads what the navigation leads to. */
async function keepApp(): Promise<void> {
  if (!(await startWorker())) whenIdle(preloadEntries);
}

const GATHER_MS = 1000;
/** News that does not pause is not waited out. */
const GATHER_LONGEST_MS = 5000;

function useKeeping(userId: string | undefined, connected: boolean): void {
  const keep = () => {
    if (keepsRecent(userId)) void refreshKept();
  };
  const keepAgain = useDebounced(
    () => {
      expireKept();
      keep();
    },
    GATHER_MS,
    { longest: GATHER_LONGEST_MS },
  );
  useEffect(() => {
    if (!connected) return undefined;
    if (keepsRecent(userId)) void refreshKept();
    return expireKept;
  }, [userId, connected]);
  useSocketEvent('clip-update', keepAgain);
}

async function copyCard(): Promise<void> {
  const card = document.activeElement?.closest('[role=article], li');
  const button = card?.querySelector<HTMLElement>('[data-copy]');
  if (button || card?.role === 'article') return button?.click();
  try {
    const { id, content } = await call('GET /clipboard/latest');
    if (content !== '') return await copyClipText(content);
    const link = document.querySelector(`[data-clip="${CSS.escape(id)}"]`);
    link?.closest('[role=article]')?.querySelector<HTMLElement>('[data-copy]')?.click();
  } catch (error) {
    toastFailure(m.clips_copy_failed(), error);
  }
}

const search = () => open('palette', { from: document.activeElement });

function useShortcuts(): void {
  useShortcut('k', search, { withControl: true, whileTyping: true });
  useShortcut('/', focusSearch);
  useShortcut('c', () => void copyCard());
  useShortcut('?', () => open('shortcuts'));
}

const SEARCHED = 100;

function ClipNews(): null {
  useClipNews();
  useLinkNews();
  useSocketEvent('link:opened', ({ linkId, burned }) => {
    if (burned) return void toast.success(m.links_was_burned());
    void call('GET /links', { query: { pageSize: SEARCHED } })
      .then(({ links }) => links.find(({ id }) => id === linkId)?.label ?? null)
      // Without its name the news is still news.
      .catch(() => null)
      .then((label) =>
        toast.success(label === null ? m.links_some_opened() : m.links_was_opened({ label })),
      );
  });
  return null;
}

/** It takes a moment to appear: most captures are saved before that. */
function WaitingChip() {
  const client = useQueryClient();
  const count = useWaiting().length + useStopped().length;
  const share = useUnseenShare();
  const sending = useOnTheirWay().length;
  // What does not go any more is there, or has stopped.
  useEffect(() => {
    if (sending === 0) return undefined;
    return () => void client.invalidateQueries({ queryKey: UPLOADS_KEY });
  }, [client, sending]);
  if (share !== null) {
    const percent = formatNumber(Math.floor(share * 100));
    return (
      <Chip isSending text={m.files_sending_chip({ percent })}>
        {m.files_percent({ percent })}
      </Chip>
    );
  }
  return count > 0 && <Chip text={m.capture_waiting_count({ count })}>{count}</Chip>;
}

interface ChipProps {
  text: string;
  /** On a phone. */
  children: ReactNode;
  isSending?: boolean;
}

function Chip({ text, children, isSending = false }: ChipProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={showWaiting}
      data-sending={isSending || undefined}
      className="tabular inline-flex h-8 animate-appear items-center gap-2 rounded-control border border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-ink shadow-card [animation-delay:800ms] hover:bg-hover touch:h-11"
    >
      <span
        aria-hidden
        className={classNames('size-2 rounded-full', isSending ? 'bg-accent' : 'bg-warn')}
      />
      <span className="max-sm:sr-only">{text}</span>
      <span aria-hidden className="sm:hidden">
        {children}
      </span>
    </button>
  );
}

/** A phone has space for the button alone. */
function UpdateChip() {
  return (
    <span className="inline-flex h-8 animate-appear items-center gap-2 rounded-control border border-line bg-surface ps-3 text-xs whitespace-nowrap text-body shadow-card touch:h-11 max-sm:ps-0">
      <span className="max-sm:sr-only">{m.app_new_version()}</span>
      <button
        type="button"
        onClick={() => location.reload()}
        className="h-full rounded-control px-3 font-medium text-accent hover:bg-hover"
      >
        {m.app_reload()}
      </button>
    </span>
  );
}

/** Reads what nobody came for: after the page. */
function News() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle && <IdleNews />;
}

function IdleNews() {
  useRoomNews();
  return <DeviceNews />;
}

export function HeaderChips() {
  const isNew = useNewBuild();
  return (
    <>
      <Status>{isNew && <UpdateChip />}</Status>
      <WaitingChip />
    </>
  );
}

/** On a phone, where the bottom bar is full: the way to what the sidebar's foot holds otherwise. */
export function AccountButton() {
  const user = useUser();
  if (!user) return null;
  return (
    <button
      type="button"
      aria-label={m.app_account_open()}
      aria-haspopup="dialog"
      onClick={() => open('account', { user })}
      className="-me-1 flex size-11 shrink-0 items-center justify-center rounded-full md:hidden"
    >
      <span aria-hidden className="flex">
        <Avatar name={user.name || user.email} />
      </span>
    </button>
  );
}

export function Navigation() {
  usePlanNews();
  useShortcuts();
  return (
    <>
      <a
        href="#content"
        className="sr-only z-60 rounded-control bg-ink px-4 py-2 text-sm font-medium text-on-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
      >
        {m.app_skip_to_content()}
      </a>
      <Sidebar />
      <BottomBar />
      <Services />
      <ClipNews />
      <News />
    </>
  );
}

/** In place of every page, for whom the server asks for a second step. */
export function SecondStepFirst() {
  const heading = usePageTitle(m.security_two_step());
  const { leaving, leave } = useLogout();
  return (
    <>
      <PageHeader title={m.security_two_step()} headingRef={heading} />
      <PageBody>
        <EmptyState
          icon={ShieldCheck}
          text={m.security_required()}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink variant="primary" to="/account">
                {m.security_set_it_up()}
              </ButtonLink>
              <Button pending={leaving} onClick={leave}>
                {m.app_log_out()}
              </Button>
            </div>
          }
        />
      </PageBody>
    </>
  );
}
