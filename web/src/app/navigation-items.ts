import { Clipboard, Copy, Monitor, Users, type LucideIcon } from 'lucide-react';

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
  { to: '/dashboard', label: 'Clipboards', short: 'Clipboards', icon: Clipboard, covers: ['/clips', '/favorites', '/new-clip'] },
  { to: '/rooms', label: 'Rooms', short: 'Rooms', icon: Users, covers: [] },
  { to: '/quick-copy', label: 'Quick Copy', short: 'Quick Copy', icon: Copy, covers: [] },
  { to: '/desktop', label: 'Virtual Desktop', short: 'Desktop', icon: Monitor, covers: [] },
];

export const isCurrent = (item: NavigationItem, pathname: string): boolean =>
  [item.to, ...item.covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));
