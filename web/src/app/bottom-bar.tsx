import { LogOut } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useUnread } from '../features/rooms/unread.ts';
import { m } from '../paraglide/messages.js';
import { currentEntry, entries, preloadPage } from './routes.ts';
import { useLogout } from './use-logout.ts';

const ENTRY =
  'flex h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[11px] leading-4 font-medium text-muted -outline-offset-2 aria-[current=page]:text-accent';

/** A user who speaks to their device says what stands there: a name without those words is none. */
export const spokenName = (label: string, short: string): string =>
  label.includes(short) ? label : short;

export function BottomBar() {
  const { pathname } = useLocation();
  const current = currentEntry(pathname);
  const { leaving, leave } = useLogout();
  const unread = useUnread();
  return (
    <nav
      aria-label={m.app_navigation()}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {entries.map(({ to, label, short, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          aria-label={[
            spokenName(label(), short()),
            ...(to === '/rooms' && unread > 0 ? [m.rooms_new({ count: unread })] : []),
          ].join(', ')}
          aria-current={to === current ? 'page' : undefined}
          className={ENTRY}
          onPointerDown={() => preloadPage(to)}
        >
          <span className="relative">
            <Icon size={20} aria-hidden />
            {to === '/rooms' && unread > 0 && (
              <span
                aria-hidden
                // Before the word it would be taken for the beginning of the name.
                data-count={unread}
                className="tabular absolute -top-1.5 start-full -ms-2 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[10px] font-semibold text-on-accent before:content-[attr(data-count)]"
              />
            )}
          </span>
          <span className="max-w-full truncate px-0.5">{short()}</span>
        </Link>
      ))}
      <button type="button" disabled={leaving} onClick={leave} className={ENTRY}>
        <LogOut size={20} aria-hidden />
        {m.app_log_out_short()}
      </button>
    </nav>
  );
}
