import { LogOut, type LucideIcon, Moon, PanelLeft, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { TrialNote } from '../features/billing/trial-note.tsx';
import { useUnread } from '../features/rooms/unread.ts';
import { useUser } from '../session/session.ts';
import { storage } from '../lib/storage.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from '../ui/class-names.ts';
import { Logo } from '../ui/logo.tsx';
import { footEntries } from './foot-entries.ts';
import { currentEntry, entries, preloadPage } from './routes.ts';
import { useLogout } from './use-logout.ts';

const KEY = 'sidebar';

function useRail(): [rail: boolean, toggle: () => void] {
  const [rail, setRail] = useState(() => storage.get(KEY) === 'rail');
  const toggle = () => {
    storage.set(KEY, rail ? 'wide' : 'rail');
    setRail(!rail);
  };
  return [rail, toggle];
}

const ENTRY =
  'flex h-9 w-full items-center gap-3 rounded-control border border-transparent text-sm font-medium text-body transition-colors duration-150 hover:bg-hover hover:text-ink touch:h-11 ' +
  'aria-[current=page]:border-line aria-[current=page]:bg-surface aria-[current=page]:text-ink';

export function Sidebar() {
  const { pathname } = useLocation();
  const current = currentEntry(pathname);
  const name = useUser()?.name;
  const { leaving, leave } = useLogout();
  const unread = useUnread();
  const [rail, toggleRail] = useRail();
  const entry = classNames(ENTRY, rail ? 'justify-center px-0' : 'px-2.5');
  const text = (label: string): ReactNode => (
    <span className={rail ? 'sr-only' : 'truncate'}>{label}</span>
  );
  const link = (
    to: string,
    label: string,
    Icon: LucideIcon,
    here: boolean,
    { quiet = false, aside = '', news = 0 } = {},
  ) => (
    <Link
      key={to}
      to={to}
      onPointerEnter={() => preloadPage(to)}
      aria-current={here ? 'page' : undefined}
      data-tooltip={rail ? label : undefined}
      data-tooltip-side="end"
      className={classNames(entry, quiet && !here && 'text-muted!')}
    >
      <span className="relative shrink-0">
        <Icon size={18} aria-hidden />
        {news > 0 && rail && (
          <span
            aria-hidden
            className="absolute -end-0.5 -top-0.5 size-2 rounded-full bg-accent ring-2 ring-sunken"
          />
        )}
      </span>
      {text(label)}
      {news > 0 && (
        <span
          className={
            rail
              ? 'sr-only'
              : 'tabular ms-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent'
          }
        >
          <span aria-hidden>{news}</span>
          <span className="sr-only">{m.rooms_new({ count: news })}</span>
        </span>
      )}
      {aside !== '' && !rail && (
        <bdi
          translate="no"
          aria-hidden
          className="ms-auto max-w-1/2 truncate font-normal text-muted"
        >
          {aside}
        </bdi>
      )}
    </Link>
  );
  const act = (label: string, Icon: LucideIcon, onClick: () => void, disabled = false) => (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      data-tooltip={rail ? label : undefined}
      data-tooltip-side="end"
      className={entry}
    >
      <Icon size={18} aria-hidden className="shrink-0" />
      {text(label)}
    </button>
  );
  const isDark = useTheme() === 'dark';
  const railLabel = rail ? m.app_sidebar_expand() : m.app_sidebar_collapse();
  return (
    <aside
      aria-label={m.app_sidebar()}
      className={classNames(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-sunken md:flex',
        rail ? 'w-[61px]' : 'w-60',
      )}
    >
      <div
        className={classNames(
          'flex h-14 items-center',
          rail ? 'justify-center' : 'justify-between ps-4 pe-2',
        )}
      >
        {!rail && (
          <Link to="/" aria-label={m.app_home_link()} className="flex rounded-chip">
            <Logo />
          </Link>
        )}
        <button
          type="button"
          aria-label={railLabel}
          aria-expanded={!rail}
          data-tooltip={railLabel}
          data-tooltip-side="end"
          onClick={toggleRail}
          className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink touch:size-11"
        >
          <PanelLeft size={18} aria-hidden />
        </button>
      </div>
      <nav
        aria-label={m.app_navigation()}
        className="flex flex-1 flex-col gap-1 overflow-y-auto px-2.5 py-1"
      >
        {entries.map(({ to, label, icon, quiet }) =>
          link(to, label(), icon, to === current, { quiet, news: to === '/rooms' ? unread : 0 }),
        )}
      </nav>
      <div className="flex flex-col gap-1 px-2.5 py-3">
        <TrialNote narrow={rail} className={entry} />
        {footEntries().map(({ to, label, icon }) =>
          link(to, label, icon, to === pathname, { aside: to === '/account' ? name : '' }),
        )}
        {act(isDark ? m.ui_light_theme() : m.ui_dark_theme(), isDark ? Sun : Moon, toggleTheme)}
        {act(m.app_log_out(), LogOut, leave, leaving)}
      </div>
    </aside>
  );
}
