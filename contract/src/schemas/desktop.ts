import * as z from 'zod/mini';
import { MAX_TEXT_BODY_BYTES, MAX_COORDINATE } from '../limits.ts';
import { id, ifMatch, jsonField, message, savedText, shortText, timestamp } from './common.ts';
import { endpointsFor } from './endpoint.ts';
import { acknowledgement, clientEvent } from './event.ts';
import { finishing, preview, unfinished } from './files.ts';

const forAnyone = endpointsFor('anyone', 'desktop');
/** With a session or without, and with the token of no program. */
const forBrowsers = endpointsFor('anyone', null);

const coordinate = z.number().check(z.minimum(-MAX_COORDINATE), z.maximum(MAX_COORDINATE));
const side = z.number().check(z.gt(0), z.maximum(MAX_COORDINATE));
export const position = z.strictObject({ x: coordinate, y: coordinate });
export type Position = z.output<typeof position>;
export const size = z.strictObject({ width: side, height: side });
export type Size = z.output<typeof size>;
const newPosition = z.union([position, z.literal('free')]);

export const desktopItem = z.object({
  id,
  type: z.enum(['text', 'file']),
  content: z.string(),
  position: z.object({ x: z.number(), y: z.number() }),
  size: z.object({ width: z.number(), height: z.number() }),
  file_name: z.nullable(z.string()),
  file_size: z.nullable(z.number()),
  file_type: z.nullable(z.string()),
  /** Signed and short-lived: read the desktop again to get a fresh one. */
  file_url: z.nullable(z.string()),
  file_preview: z.nullable(preview),
  /** Grows with every change of the item, its deletion and restoration included. */
  version: z.number(),
});
export type DesktopItem = z.output<typeof desktopItem>;

/** A holder of its share token reads it without the token. */
export const desktop = z.object({
  id,
  network_id: id,
  /** To its owner; null to a program. */
  share_token: z.optional(z.nullable(z.string())),
  /** To its owner: whether its link may be out. */
  shared: z.optional(z.boolean()),
  /** Of a pairing of two devices: when it ends unless something on it changes. */
  pairedUntil: z.optional(timestamp),
});
export type Desktop = z.output<typeof desktop>;

/** `desktop` is null until the first item is added. */
export const desktopState = z.object({ desktop: z.nullable(desktop), items: z.array(desktopItem) });
export type DesktopState = z.output<typeof desktopState>;

/** A desktop of another user; without it, one's own: the user's, or the browser's by its cookie. */
const byShareToken = z.object({
  'x-desktop-token': z.optional(shortText(200)),
});
const itemPath = z.object({ id });
const itemText = z.pipe(
  savedText,
  z.string().check(z.refine((text: string) => text.trim() !== '')),
);

export const getDesktop = forAnyone('GET /virtual-desktop', {
  summary: 'My desktop: the one of my account or, signed out, of this browser.',
  headers: byShareToken,
  reply: desktopState,
  errors: ['DESKTOP_NOT_FOUND', 'ORIGIN_REFUSED'],
});

export const getSharedDesktop = forAnyone('GET /virtual-desktop/shared/{id}', {
  summary: 'A desktop by its share token.',
  params: z.object({ id: shortText(200) }),
  headers: byShareToken,
  reply: z.object({ desktop, items: z.array(desktopItem) }),
  errors: ['DESKTOP_NOT_FOUND'],
});

export const endPairing = forAnyone('DELETE /virtual-desktop/shared/{id}', {
  summary: 'End a pairing of two devices by its share token, with everything on it, for good.',
  params: z.object({ id: shortText(200) }),
  headers: byShareToken,
  endsRights: true,
  reply: message,
  errors: ['DESKTOP_NOT_FOUND', 'NOT_DESKTOP_OWNER'],
});

export const addDesktopText = forAnyone('POST /virtual-desktop/items/text', {
  summary:
    'Add a text, at 0,0 unless said otherwise; `free` finds it a position of its own. The first item creates the desktop.',
  headers: byShareToken,
  body: z.strictObject({
    content: itemText,
    position: z.optional(newPosition),
    size: z.optional(size),
    desktopId: z.optional(id),
  }),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  creates: true,
  addsToOthers: true,
  reply: desktopItem,
  errors: [
    'DESKTOP_NOT_FOUND',
    'ORIGIN_REFUSED',
    'TEXT_TOO_LONG',
    'TOO_MANY_ITEMS',
    'DESKTOP_FULL',
  ],
});

export const addDesktopFile = forAnyone('POST /virtual-desktop/items/file', {
  summary:
    'Add a file, at 0,0 unless said otherwise; `free` finds it a position of its own. The first item creates the desktop.',
  headers: byShareToken,
  body: z.strictObject({
    desktopId: z.optional(id),
    position: z.optional(jsonField(newPosition)),
    size: z.optional(jsonField(size)),
  }),
  upload: true,
  finish: z.extend(finishing, {
    desktopId: z.optional(id),
    position: z.optional(newPosition),
    size: z.optional(size),
  }),
  creates: true,
  addsToOthers: true,
  reply: desktopItem,
  errors: [
    'DESKTOP_NOT_FOUND',
    'ORIGIN_REFUSED',
    'FILE_TOO_LARGE',
    'INVALID_UPLOAD',
    ...unfinished,
    'TOO_MANY_ITEMS',
    'DESKTOP_FULL',
  ],
});

export const arrangeDesktopItem = forAnyone('PATCH /virtual-desktop/items/{id}', {
  summary:
    'Move or resize an item of my desktop, or change its text; what was changed last lies on top. With If-Match a text is only written over the version that it was made from.',
  params: itemPath,
  headers: z.extend(byShareToken, { 'if-match': ifMatch }),
  body: z
    .strictObject({
      position: z.optional(position),
      size: z.optional(size),
      content: z.optional(itemText),
    })
    .check(z.refine((change) => Object.values(change).some((value) => value !== undefined))),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  reply: desktopItem,
  errors: [
    'DESKTOP_NOT_FOUND',
    'ITEM_NOT_FOUND',
    'NOT_DESKTOP_OWNER',
    'ORIGIN_REFUSED',
    'NOT_A_TEXT',
    'VERSION_CONFLICT',
    'TEXT_TOO_LONG',
    'DESKTOP_FULL',
  ],
});

export const deleteDesktopItem = forAnyone('DELETE /virtual-desktop/items/{id}', {
  summary: 'Delete an item. It can be restored for ten minutes.',
  params: itemPath,
  headers: byShareToken,
  reply: message,
  errors: ['DESKTOP_NOT_FOUND', 'ITEM_NOT_FOUND', 'ORIGIN_REFUSED'],
});

export const restoreDesktopItem = forAnyone('POST /virtual-desktop/items/{id}/restore', {
  summary: 'Bring back an item that was deleted in the last ten minutes.',
  params: itemPath,
  headers: byShareToken,
  reply: desktopItem,
  errors: [
    'DESKTOP_NOT_FOUND',
    'ITEM_NOT_FOUND',
    'ORIGIN_REFUSED',
    'TOO_MANY_ITEMS',
    'DESKTOP_FULL',
  ],
});

export const renewDesktopShareToken = forBrowsers('POST /virtual-desktop/share-token', {
  summary: 'Replace the share token of my desktop; the old one is dead at once.',
  headers: byShareToken,
  endsRights: true,
  reply: z.object({ share_token: z.string() }),
  errors: ['DESKTOP_NOT_FOUND', 'NOT_DESKTOP_OWNER', 'ORIGIN_REFUSED'],
});

export const setDesktopSharing = forBrowsers('PUT /virtual-desktop/sharing', {
  summary:
    'Note that the link of my desktop was shown, or stop sharing: then its share token is replaced, and the old one is dead at once.',
  headers: byShareToken,
  body: z.strictObject({ shared: z.boolean() }),
  endsRights: { shared: false },
  reply: z.object({ share_token: z.string(), shared: z.boolean() }),
  errors: ['DESKTOP_NOT_FOUND', 'NOT_DESKTOP_OWNER', 'ORIGIN_REFUSED'],
});

export const desktopEndpoints = {
  getDesktop,
  getSharedDesktop,
  endPairing,
  addDesktopText,
  addDesktopFile,
  arrangeDesktopItem,
  deleteDesktopItem,
  restoreDesktopItem,
  renewDesktopShareToken,
  setDesktopSharing,
};

/** No `id`: whatever is no network's id is refused alike, so that nothing is told about ids. */
const networkId = shortText(200);
/** Whatever else a client sends along is not looked at. */
const anything = z.optional(z.unknown());
const storedItem = acknowledgement({ item: z.nullable(desktopItem) });

export const desktopClientEvents = {
  'join:desktop:network': clientEvent({
    access: 'anyone',
    scope: 'desktop',
    summary:
      'Hear of every later change of a desktop: as its owner, or with its share token. Returns its present state.',
    payload: z.union([
      networkId,
      z.strictObject({ networkId, shareToken: z.optional(shortText(200)) }),
    ]),
    ack: acknowledgement({ desktop, items: z.array(desktopItem) }),
  }),
  'leave:desktop:network': clientEvent({
    access: 'anyone',
    scope: 'desktop',
    summary: 'Stop hearing of a desktop.',
    payload: z.union([networkId, z.strictObject({ networkId })]),
    ack: acknowledgement({}),
  }),
  'desktop:item:created': clientEvent({
    access: 'anyone',
    scope: 'desktop',
    summary: 'An item was added: returns it as it is stored.',
    payload: z.object({
      networkId,
      type: anything,
      item: z.object({ id: shortText(200) }),
    }),
    ack: storedItem,
  }),
  'desktop:item:updated': clientEvent({
    access: 'anyone',
    scope: 'desktop',
    summary: 'An item was moved or resized: returns it as it is stored.',
    payload: z.object({ networkId, itemId: shortText(200), updates: anything }),
    ack: storedItem,
  }),
  'desktop:item:deleted': clientEvent({
    access: 'anyone',
    scope: 'desktop',
    summary: 'An item was deleted: returns it as it is stored.',
    payload: z.object({ networkId, itemId: shortText(200) }),
    ack: storedItem,
  }),
} as const;

export const desktopServerEvents = {
  /** Also for an item that was restored. */
  'desktop:item:new': z.object({
    networkId: id,
    type: z.enum(['text', 'file']),
    item: desktopItem,
  }),
  'desktop:item:modified': z.object({
    networkId: id,
    itemId: id,
    updates: z.object({
      position: desktopItem.shape.position,
      size: desktopItem.shape.size,
      version: z.number(),
      content: z.optional(z.string()),
    }),
  }),
  'desktop:item:removed': z.object({ networkId: id, itemId: id, version: z.number() }),
  /** To those who hold a share token that was renewed, or of a pairing that ended: they hear no more. */
  'desktop:closed': z.object({ networkId: id }),
} as const;
