import { usePlanNews } from '../features/billing/plan.ts';
import { m } from '../paraglide/messages.js';
import { BottomBar } from './bottom-bar.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

/** Navigation and keys of the signed-in app. */
export function Chrome() {
  usePlanNews();
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
      <Shortcuts />
    </>
  );
}
