import { useWaiting } from '../capture/outbox.ts';
import { showWaiting } from '../capture/waiting-entry.tsx';
import { useUser } from '../session/session.ts';
import { m } from '../paraglide/messages.js';
import { Avatar } from '../ui/avatar.tsx';
import { useNewBuild } from './new-build.ts';
import { open } from './overlays.ts';

/** It takes a moment to appear: most captures are saved before that. */
function WaitingChip() {
  const count = useWaiting().length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={showWaiting}
      className="tabular inline-flex h-8 animate-appear items-center gap-2 rounded-control border border-line bg-surface px-3 text-xs font-medium whitespace-nowrap text-ink shadow-card [animation-delay:800ms] hover:bg-hover touch:h-11"
    >
      <span aria-hidden className="size-2 rounded-full bg-accent" />
      <span className="max-sm:sr-only">{m.capture_waiting_count({ count })}</span>
      <span aria-hidden className="sm:hidden">
        {count}
      </span>
    </button>
  );
}

/** A phone has space for the button alone. */
function UpdateChip() {
  if (!useNewBuild()) return null;
  return (
    <span
      role="status"
      className="inline-flex h-8 animate-appear items-center gap-2 rounded-control border border-line bg-surface ps-3 text-xs whitespace-nowrap text-body shadow-card touch:h-11 max-sm:ps-0"
    >
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

export function HeaderChips() {
  return (
    <>
      <UpdateChip />
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
