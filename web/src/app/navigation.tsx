import { usePlanNews } from '../features/billing/plan.ts';
import { m } from '../paraglide/messages.js';
import { lazyDialog, lazyPart } from '../ui/lazy.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { setAsking, useAsking, useLogout } from './use-logout.ts';

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'), 'LeaveDialog');
const LinkNews = lazyPart(() => import('../sharing/link-news.tsx'), 'LinkNews');
const Services = lazyPart(() => import('./services.tsx'), 'Services');

/** Navigation and keys of the signed-in app. */
export function Navigation() {
  usePlanNews();
  const { leaveNow } = useLogout();
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
      <Services />
      <LinkNews />
      <LeaveDialog open={useAsking()} onOpenChange={setAsking} onLeave={leaveNow} />
    </>
  );
}
