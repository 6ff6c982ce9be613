import * as z from 'zod/mini';
import { clip, via } from './clips.ts';
import { id, message, page, pageSize, timestamp } from './common.ts';
import { desktopItem } from './desktop.ts';
import { endpoint, endpointsFor } from './endpoint.ts';
import { room, roomContent } from './rooms.ts';

const forUser = endpointsFor('user', null);

export const trashKind = z.enum(['clip', 'roomItem', 'desktopItem', 'room']);
export type TrashKind = z.output<typeof trashKind>;

export const trashItem = z.object({
  kind: trashKind,
  id,
  title: z.string(),
  deletedAt: timestamp,
  /** When it is gone for good. */
  goneAt: timestamp,
  bytes: z.number(),
  /** Of a clip that others sent. */
  via: z.optional(via),
});
export type TrashItem = z.output<typeof trashItem>;

const trashPath = z.object({ kind: trashKind, id });

export const listTrash = endpoint('GET /trash', {
  access: 'user',
  scope: 'clips:read',
  summary:
    'What was deleted and can be brought back, latest first: my clips, desktop items and rooms, and of rooms what I deleted or wrote, or everything of my own. A token finds the kinds that its scopes read.',
  query: z.object({ kind: z.optional(trashKind), page, pageSize }),
  reply: z.object({
    items: z.array(trashItem),
    total: z.number(),
    bytes: z.number(),
  }),
});

export const restoreFromTrash = endpoint('POST /trash/{kind}/{id}/restore', {
  access: 'user',
  scope: 'clips:write',
  summary:
    'Bring back what was deleted, as it was: a room with its members. A token needs the scope that writes such things.',
  params: trashPath,
  reply: z.union([clip, roomContent, desktopItem, room]),
  errors: ['NOT_IN_TRASH', 'TOO_MANY_ITEMS', 'DESKTOP_FULL', 'TOO_MANY_ROOMS'],
});

export const removeFromTrash = forUser('DELETE /trash/{kind}/{id}', {
  summary:
    'Remove for good what was deleted: what is mine, what I wrote, everything of my own room.',
  params: trashPath,
  reply: message,
  errors: ['NOT_IN_TRASH'],
});

export const emptyTrash = forUser('DELETE /trash', {
  summary: 'Remove for good everything in my trash that is mine to remove.',
  reply: z.object({ removed: z.number() }),
});

export const trashEndpoints = { listTrash, restoreFromTrash, removeFromTrash, emptyTrash };
