import { Clipboard, Copy, Monitor, Users, type LucideIcon } from 'lucide-react';
import { m } from '../paraglide/messages.js';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  /** For the bottom bar, where a word must fit a fifth of a phone. */
  readonly short: string;
  readonly icon: LucideIcon;
  /** Paths that belong to the entry besides its own. */
  readonly covers: readonly string[];
}

export const navigationItems: readonly NavigationItem[] = [
  {
    to: '/dashboard',
    label: m.app_clipboards(),
    short: m.app_clipboards_short(),
    icon: Clipboard,
    covers: ['/clips', '/favorites', '/new-clip'],
  },
  { to: '/rooms', label: m.app_rooms(), short: m.app_rooms(), icon: Users, covers: [] },
  {
    to: '/quick-copy',
    label: m.app_quick_copy(),
    short: m.app_quick_copy(),
    icon: Copy,
    covers: [],
  },
  {
    to: '/desktop',
    label: m.app_desktop(),
    short: m.app_desktop_short(),
    icon: Monitor,
    covers: [],
  },
];

export const isCurrent = (item: NavigationItem, pathname: string): boolean =>
  [item.to, ...item.covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));
