import { Clipboard, Copy, type LucideIcon, Monitor, Users } from 'lucide-react';
import { titled } from './lib/page-title.ts';
import { m } from './paraglide/messages.js';

export interface PageRow {
  readonly path: string;
  readonly file: string;
  /** Everyone else is led away: to the sign-in screen, or from it to the dashboard. */
  readonly access: 'anyone' | 'signed-in' | 'signed-out' | 'admin';
  /** Stands in the app's frame, with navigation, lists and live updates; the others weigh less. */
  readonly framed: boolean;
  readonly title: () => string;
  /** Its markup is made by the build, so that it shows before any script has come. */
  readonly prerendered?: true;
  /** The server writes what the page shows into it, where a visitor may read it (html/page-html.tsx). */
  readonly written?: true;
  /** The first call of the page, sent before any script has come (html/boot.ts). */
  readonly firstRead?: string;
  /** It asks where the link in its address leads, and opens it. */
  readonly opensLink?: true;
  /** Kept out of search engines, by a header too. */
  readonly noindex?: true;
  readonly headers?: Readonly<Record<string, string>>;
  readonly entry?: {
    readonly label: () => string;
    /** Where a word must fit a fifth of a phone; the label when left out. */
    readonly short?: () => string;
    readonly icon: LucideIcon;
    /** Not there yet: it asks for less attention. */
    readonly quiet?: true;
  };
  /** The entry that is marked while it is shown. */
  readonly under?: string;
}

/** For pages whose address lets in whoever has it. */
const OF_SECRETS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

export const pages: readonly PageRow[] = [
  {
    path: '/',
    file: 'features/landing/landing-page.tsx',
    access: 'anyone',
    framed: false,
    title: () => m.landing_preview_title(),
    prerendered: true,
  },
  {
    path: '/auth',
    file: 'features/auth/auth-page.tsx',
    access: 'signed-out',
    framed: false,
    title: () => m.auth_tab_title(),
    prerendered: true,
  },
  {
    path: '/email-confirmation',
    file: 'features/auth/email-confirmation-page.tsx',
    access: 'anyone',
    framed: false,
    title: () => titled(m.auth_confirming_title()),
  },
  {
    path: '/reset-password',
    file: 'features/auth/reset-password-page.tsx',
    access: 'anyone',
    framed: false,
    title: () => titled(m.auth_set_password_title()),
  },
  {
    path: '/setup',
    file: 'features/owner/setup-page.tsx',
    access: 'anyone',
    framed: false,
    title: () => titled(m.owner_setup_title()),
    noindex: true,
    headers: OF_SECRETS,
  },
  {
    path: '/handover',
    file: 'features/owner/handover-page.tsx',
    access: 'anyone',
    framed: false,
    title: () => titled(m.owner_handover()),
    noindex: true,
    headers: OF_SECRETS,
  },
  {
    path: '/pair',
    file: 'features/pairing/pair-page.tsx',
    access: 'anyone',
    framed: false,
    title: () => titled(m.pairing_title()),
    noindex: true,
    headers: OF_SECRETS,
  },
  {
    path: '/dashboard',
    file: 'features/clips/dashboard-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.clips_dashboard_title()),
    firstRead: '/api/clipboard/history?page=1&pageSize=50',
    entry: {
      label: () => m.app_clipboards(),
      short: () => m.app_clipboards_short(),
      icon: Clipboard,
    },
  },
  {
    path: '/clips',
    file: 'features/clips/clips-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.clips_all_title()),
    firstRead: '/api/clipboard/history?page=1&pageSize=20',
    under: '/dashboard',
  },
  {
    path: '/favorites',
    file: 'features/clips/favorites-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.clips_favorites_title()),
    firstRead: '/api/clipboard/favorites?page=1&pageSize=20',
    under: '/dashboard',
  },
  {
    path: '/new-clip',
    file: 'features/clips/new-clip-page.tsx',
    access: 'anyone',
    framed: true,
    title: () => titled(m.clips_new()),
    under: '/dashboard',
  },
  {
    path: '/clips/:clipId',
    file: 'features/clips/shared-clip-page.tsx',
    access: 'anyone',
    framed: true,
    title: () => titled(m.clips_shared_title()),
    written: true,
    noindex: true,
    under: '/dashboard',
  },
  {
    path: '/rooms',
    file: 'features/rooms/rooms-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.rooms_title()),
    firstRead: '/api/rooms',
    entry: { label: () => m.app_rooms(), icon: Users },
  },
  {
    path: '/rooms/:roomId',
    file: 'features/rooms/room-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.rooms_room()),
    under: '/rooms',
  },
  {
    path: '/quick-copy',
    file: 'features/quick-copy/quick-copy-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.app_quick_copy()),
    entry: { label: () => m.app_quick_copy(), icon: Copy, quiet: true },
  },
  {
    path: '/desktop',
    file: 'features/desktop/desktop-page.tsx',
    access: 'anyone',
    framed: true,
    title: () => titled(m.desktop_title()),
    entry: { label: () => m.app_desktop(), short: () => m.app_desktop_short(), icon: Monitor },
  },
  {
    path: '/desktop/shared/:token',
    file: 'features/desktop/shared-desktop-page.tsx',
    access: 'anyone',
    framed: true,
    title: () => titled(m.desktop_shared_title()),
    under: '/desktop',
  },
  {
    path: '/links',
    file: 'features/links/links-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.links_title()),
    firstRead: '/api/links?page=1&pageSize=20',
  },
  {
    path: '/trash',
    file: 'features/trash/trash-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.trash_title()),
    firstRead: '/api/trash?page=1&pageSize=20',
  },
  {
    path: '/s/:token',
    file: 'features/links/link-page.tsx',
    access: 'anyone',
    framed: true,
    title: () => titled(m.links_page_title()),
    opensLink: true,
    noindex: true,
    headers: OF_SECRETS,
  },
  {
    path: '/share',
    file: 'features/share/share-page.tsx',
    access: 'anyone',
    framed: true,
    title: () => titled(m.share_title()),
    noindex: true,
    under: '/dashboard',
  },
  {
    path: '/account',
    file: 'features/account/account-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.account_title()),
  },
  {
    path: '/admin',
    file: 'features/owner/admin-page.tsx',
    access: 'admin',
    framed: true,
    title: () => titled(m.owner_admin()),
  },
  {
    path: '/device',
    file: 'features/programs/device-page.tsx',
    access: 'signed-in',
    framed: true,
    title: () => titled(m.programs_device_title()),
    noindex: true,
  },
];

export const notFound: PageRow = {
  path: '*',
  file: 'app/not-found-page.tsx',
  access: 'anyone',
  framed: true,
  title: () => titled(m.app_not_found_tab()),
};

/** `clips-clipId` for `/clips/:clipId`. */
export const htmlName = ({ path }: PageRow): string =>
  path === '*' ? 'index' : path.slice(1).replaceAll('/', '-').replaceAll(':', '') || 'landing';
