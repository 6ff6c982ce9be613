import * as z from 'zod/mini';
import { anyText, id, linkGrant, message, shortText, timestamp } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';

/** A file on its way, in parts: nobody's until it is finished. */
export const upload = z.object({
  id,
  /** As it was sent; cleaned when it is finished. */
  name: z.string(),
  size: z.number(),
  /** As it was declared; may be empty. */
  type: z.string(),
  /** Where it was begun. */
  place: z.object({
    kind: z.enum(['clip', 'room', 'desktop', 'link', 'sealed']),
    id: z.nullable(id),
  }),
  partBytes: z.number(),
  received: z.number(),
  /** The SHA-256 of each part that is there, in base64url. */
  parts: z.array(z.nullable(z.string())),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type Upload = z.output<typeof upload>;

const MAX_NAME = 255;
const begun = {
  name: shortText(MAX_NAME).check(z.minLength(1)),
  size: z.number().check(z.int(), z.minimum(1)),
  type: z.optional(shortText(MAX_NAME)),
};
const beginning = {
  creates: true,
  addsToOthers: true,
  readsBodyLast: true,
  reply: upload,
} as const;
const refusals = ['FILE_TOO_LARGE', 'TOO_MANY_UPLOADS', 'STORAGE_FULL'] as const;
const byGrant = z.object({ 'x-link-grant': linkGrant });
const byShareToken = z.object({ 'x-desktop-token': z.optional(shortText(200)) });
const byAnyone = z.extend(byGrant, byShareToken.shape);
const place = z.object({ id });
const again = 'With the same Idempotency-Key it is the same upload, as it is now.';

export const beginClipUpload = endpoint('POST /clipboard/{id}/uploads', {
  access: 'grant',
  scope: 'clips:write',
  summary: `Begin to send a file in parts, for my clip or one that a link lets me edit. Its whole size is taken from the storage at once. ${again}`,
  params: place,
  headers: byGrant,
  body: z.strictObject(begun),
  ...beginning,
  errors: [
    'CLIP_NOT_FOUND',
    'NOT_CLIP_OWNER',
    'GRANT_EXPIRED',
    'LINK_READ_ONLY',
    'OWNER_PLAN_ENDED',
    'TOO_MANY_FILES',
    ...refusals,
  ],
});

export const beginRoomUpload = endpoint('POST /rooms/{id}/uploads', {
  access: 'user',
  scope: 'rooms:write',
  summary: `Begin to send a file in parts, for a room. ${again}`,
  params: place,
  body: z.strictObject(begun),
  ...beginning,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', ...refusals],
});

export const beginDesktopUpload = endpoint('POST /virtual-desktop/uploads', {
  access: 'anyone',
  scope: 'desktop',
  summary: `Begin to send a file in parts, for a desktop. ${again}`,
  headers: byShareToken,
  body: z.strictObject({ ...begun, desktopId: z.optional(id) }),
  ...beginning,
  errors: ['DESKTOP_NOT_FOUND', 'ORIGIN_REFUSED', 'TOO_MANY_ITEMS', 'DESKTOP_FULL', ...refusals],
});

export const beginDropUpload = endpoint('POST /link/clips/{id}/uploads', {
  access: 'anyone',
  scope: 'links',
  summary: `Begin to send an announced file in parts, for what was sent with the same grant. ${again}`,
  params: place,
  headers: byGrant,
  body: z.strictObject(begun),
  ...beginning,
  errors: ['GRANT_EXPIRED', 'CLIP_NOT_FOUND', 'OWNER_PLAN_ENDED', ...refusals],
});

export const beginSealedUpload = endpoint('POST /links/sealed/uploads', {
  access: 'user',
  scope: 'links',
  summary: `Begin to send sealed bytes in parts, for a link of mine. ${again}`,
  body: z.strictObject(begun),
  ...beginning,
  errors: ['SHARING_NOT_IN_PLAN', ...refusals],
});

const forWhoBegan = endpointsFor('anyone', 'any');

export const putUploadPart = forWhoBegan('PUT /uploads/{id}/parts/{n}', {
  summary:
    'One part: the bytes from n * partBytes on, as long as that or as what is left. In any order, several at once; durable when answered.',
  params: z.object({ id, n: z.string().check(z.regex(/^(?:0|[1-9]\d{0,4})$/)) }),
  headers: z.extend(byAnyone, { 'content-digest': z.optional(anyText) }),
  bytesBody: true,
  addsToOthers: true,
  reply: 'nothing',
  errors: [
    'UPLOAD_NOT_FOUND',
    'UPLOAD_PART_DAMAGED',
    'UPLOAD_PART_DIFFERS',
    'UPLOAD_BUSY',
    'INVALID_UPLOAD',
    'STORAGE_FULL',
  ],
});

export const readUpload = forWhoBegan('GET /uploads/{id}', {
  summary: 'What of a file has arrived, for who began it and who owns the storage it takes.',
  params: place,
  headers: byAnyone,
  reply: upload,
  errors: ['UPLOAD_NOT_FOUND'],
});

export const discardUpload = forWhoBegan('DELETE /uploads/{id}', {
  summary: 'Give up an upload. Its storage is free at once.',
  params: place,
  headers: byAnyone,
  reply: message,
  errors: ['UPLOAD_NOT_FOUND'],
});

export const listUploads = endpoint('GET /uploads', {
  access: 'user',
  scope: 'any',
  summary:
    'Unfinished uploads, mine and those that others bring into my storage, newest first; to a program those for places that it may write to.',
  reply: z.array(z.omit(upload, { parts: true })),
});

export const uploadEndpoints = {
  beginClipUpload,
  beginRoomUpload,
  beginDesktopUpload,
  beginDropUpload,
  beginSealedUpload,
  putUploadPart,
  readUpload,
  discardUpload,
  listUploads,
};
