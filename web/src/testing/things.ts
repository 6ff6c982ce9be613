import type { Subscription } from '@clipline/contract/schemas/billing.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type {
  Room,
  RoomContent,
  RoomMember,
  RoomSummary,
} from '@clipline/contract/schemas/rooms.ts';
import { USER } from './fake-browser.ts';

export const THEN = '2026-01-02T03:04:05.000Z';

/** One that loads: another goes from the page as soon as the browser has found out. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function file(name: string, change: Partial<StoredFile> = {}): StoredFile {
  const id = `file-${name}`.replaceAll(/[^\w-]/g, '-');
  return {
    id,
    name,
    size: 2048,
    type: 'application/octet-stream',
    url: `/api/files/${id}?signature=s`,
    preview: null,
    ...change,
  };
}

export function clip(id: string, change: Partial<Clip> = {}): Clip {
  const [first] = change.files ?? [];
  return {
    id,
    content: `Text of ${id}`,
    userId: USER.id,
    isFavorite: false,
    files: [],
    fileName: first?.name ?? null,
    fileType: first?.type ?? null,
    filePath: first?.url ?? null,
    createdAt: THEN,
    updatedAt: THEN,
    version: 1,
    tags: [],
    addressOpen: true,
    ...change,
  };
}

export const member = (id: string, change: Partial<RoomMember> = {}): RoomMember => ({
  id,
  name: id,
  email: `${id}@example.com`,
  role: 'member',
  avatar: null,
  ...change,
});

const OWNER = member(USER.id, { name: USER.name, email: USER.email, role: 'owner' });

export function room(id: string, change: Partial<Room> = {}): Room {
  const content = change.content ?? [];
  const members = change.members ?? [OWNER];
  const isPrivate = change.is_private ?? false;
  return {
    id,
    name: `Room ${id}`,
    is_private: isPrivate,
    isPrivate,
    updated_at: THEN,
    memberCount: members.length,
    role: 'owner',
    unread: 0,
    notifications: 'badge',
    members,
    content,
    contentTotal: content.length,
    authors: [...new Set(content.map(({ user }) => user.email))],
    shareToken: 'share',
    ...change,
  };
}

export const summary = (id: string, change: Partial<Room> = {}): RoomSummary => {
  const { content: _a, contentTotal: _b, authors: _c, shareToken: _d, ...head } = room(id, change);
  return head;
};

/** A text that `USER` put into a room. */
export const item = (id: string, change: Partial<RoomContent> = {}): RoomContent => ({
  id,
  type: 'text',
  content: `Text of ${id}`,
  file_name: null,
  file_type: null,
  file_size: null,
  file_url: null,
  file_preview: null,
  created_at: THEN,
  updated_at: THEN,
  user: { id: USER.id, name: USER.name, email: USER.email },
  version: 1,
  ...change,
});

export const DESKTOP = { id: 'd1', network_id: 'n1', share_token: 'share', shared: false };

/** A text on a desktop. */
export const block = (id: string, change: Partial<DesktopItem> = {}): DesktopItem => ({
  id,
  type: 'text',
  content: `Text of ${id}`,
  position: { x: 0, y: 0 },
  size: { width: 200, height: 150 },
  file_name: null,
  file_size: null,
  file_type: null,
  file_url: null,
  file_preview: null,
  version: 1,
  ...change,
});

/** A link to the clip `c1` of `USER`. */
export const link = (id: string, change: Partial<Link> = {}): Link => ({
  id,
  url: `http://localhost/s/${id}`,
  kind: 'clip',
  clipId: 'c1',
  title: 'My text',
  access: 'read',
  label: null,
  expiresAt: null,
  maxViews: null,
  views: 0,
  burn: false,
  hasPassword: false,
  notify: false,
  state: 'active',
  createdAt: THEN,
  lastOpenedAt: null,
  ...change,
});

/** Of a person who has bought nothing, where nothing is sold. */
/** What `GET /account` returns. */
export const PROFILE = {
  name: USER.name,
  email: USER.email,
  createdAt: THEN,
  newClipsOpen: true,
  isAdmin: false,
  hasPassword: true,
};

export const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  enabled: false,
  plan: null,
  status: 'none',
  interval: null,
  trialEndsAt: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  ...change,
});
