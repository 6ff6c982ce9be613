import { usePlanNews } from '../features/billing/plan.ts';
import { m } from '../paraglide/messages.js';
import { LinkNews } from '../sharing/link-news.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Services } from './services.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

export { AccountButton } from './account-button.tsx';
export { HeaderChips } from './header-chips.tsx';

/** Navigation and keys of the signed-in app. */
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
      <LinkNews />
    </>
  );
}
