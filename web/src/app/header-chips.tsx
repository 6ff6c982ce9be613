import { WaitingChip } from '../capture/waiting-chip.tsx';
import { m } from '../paraglide/messages.js';
import { useNewBuild } from './new-build.ts';

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

/** What a signed-in person should know on every page. */
export function HeaderChips() {
  return (
    <>
      <UpdateChip />
      <WaitingChip />
    </>
  );
}
