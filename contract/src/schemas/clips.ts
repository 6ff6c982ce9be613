import * as z from 'zod/mini';
import { MAX_FILES_PER_CLIP, MAX_TAGS_PER_CLIP, MAX_TEXT_BODY_BYTES } from '../limits.ts';
import {
  captureId,
  dateRange,
  id,
  ifMatch,
  match,
  linkGrant,
  message,
  page,
  pageSize,
  savedText,
  shortText,
  timestamp,
  timeZone,
} from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';
import { acknowledgement, clientEvent } from './event.ts';
import { file, finishing, unfinished } from './files.ts';
import { clipTag, tagQuery } from './tags.ts';

const forReaders = endpointsFor('user', 'clips:read');
const forWriters = endpointsFor('user', 'clips:write');
const forWritersByGrant = endpointsFor('grant', 'clips:write');
const forAllReaders = endpointsFor('anyone', 'clips:read');

export const via = z.object({ kind: z.literal('link'), label: z.nullable(z.string()) });

export const clip = z.object({
  id,
  content: z.string(),
  userId: id,
  isFavorite: z.boolean(),
  files: z.array(file),
  fileName: z.nullable(z.string()),
  fileType: z.nullable(z.string()),
  filePath: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  version: z.number(),
  /** What its owner saved it under, if anything; for its owner alone. */
  captureId: z.optional(captureId),
  tags: z.optional(z.array(clipTag)),
  match: z.optional(match),
  /** Whether anyone with its address reads it; for its owner alone. */
  addressOpen: z.optional(z.boolean()),
  via: z.optional(via),
});
export type Clip = z.output<typeof clip>;

const clipPath = z.object({ id });
const withGrant = z.object({ 'x-link-grant': linkGrant });
/** Which of the files announced with a captureId this is. */
export const capturePart = z.optional(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}:[1-4]?[0-9]$/)),
);
const listQuery = z.object({
  page,
  pageSize,
  search: z.optional(shortText(1000)),
  type: z.optional(z.enum(['all', 'text', 'file'])),
  favorite: z.optional(z.enum(['true', 'false'])),
  dateRange: z.optional(dateRange),
  timeZone,
  tag: tagQuery,
});
export type ClipListQuery = z.output<typeof listQuery>;
const clipPage = z.object({ clips: z.array(clip), total: z.number() });

export const listClips = forReaders('GET /clipboard/history', {
  summary: 'My clips, newest first: an array without a query, `{clips,total}` with one.',
  query: listQuery,
  reply: z.union([z.array(clip), clipPage]),
});

export const listFavorites = forReaders('GET /clipboard/favorites', {
  summary: 'My favourite clips: an array without a query, `{clips,total}` with one.',
  query: listQuery,
  reply: z.union([z.array(clip), clipPage]),
});

export const clipStats = forReaders('GET /clipboard/stats', {
  summary: 'How many clips, text clips, favourites and rooms I have.',
  reply: z.object({
    totalClips: z.number(),
    textClips: z.number(),
    favoriteClips: z.number(),
    activeRooms: z.number(),
  }),
});
export type ClipStats = z.output<typeof clipStats.reply>;

export const getClip = forAllReaders('GET /clipboard/{id}', {
  summary:
    'One clip, for anyone who holds its id, once it was saved and while its address is open; or with the grant of a link.',
  params: clipPath,
  headers: withGrant,
  reply: clip,
  errors: ['CLIP_NOT_FOUND', 'GRANT_EXPIRED'],
});

export const createClip = forWriters('POST /clipboard', {
  summary:
    'Save a new clip. Empty content makes a draft, or returns the existing one. Sent again with the same captureId it returns (200) the clip as it is now. `files` announces so many files: until they are there, or for an hour, the clip is its owner’s alone. `addressOpen` stands in for the switch of the account.',
  body: z
    .strictObject({
      content: savedText,
      type: z.optional(shortText(100)),
      captureId: z.optional(captureId),
      files: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_FILES_PER_CLIP))),
      addressOpen: z.optional(z.boolean()),
    })
    .check(
      z.refine((body) =>
        body.captureId === undefined
          ? body.files === undefined
          : body.content !== '' || body.files !== undefined,
      ),
    ),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  creates: true,
  repeatKey: 'captureId',
  reply: clip,
  errors: ['TEXT_TOO_LONG', 'IDEMPOTENCY_KEY_REUSED', 'CAPTURE_DELETED'],
});

export const updateClip = forWritersByGrant('PUT /clipboard/{id}', {
  summary:
    'Save the text of my clip, or of one that a link lets me edit. With If-Match: <version>, which a link needs, 412 when its text was saved by another since.',
  params: clipPath,
  headers: z.object({ 'if-match': ifMatch, 'x-link-grant': linkGrant }),
  body: z.strictObject({ content: savedText }),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  addsToOthers: true,
  reply: clip,
  errors: [
    'CLIP_NOT_FOUND',
    'NOT_CLIP_OWNER',
    'VERSION_CONFLICT',
    'TEXT_TOO_LONG',
    'GRANT_EXPIRED',
    'LINK_READ_ONLY',
    'IF_MATCH_REQUIRED',
    'OWNER_PLAN_ENDED',
  ],
});

export const deleteClip = forWritersByGrant('DELETE /clipboard/{id}', {
  summary:
    'Delete my clip. It can be restored from the trash; with forever=true (204), which no token may ask for, it is gone at once, from the trash too.',
  params: clipPath,
  headers: withGrant,
  query: z.object({ forever: z.optional(z.enum(['true', 'false'])) }),
  mayReplyNothing: true,
  reply: message,
  errors: ['CLIP_NOT_FOUND', 'NOT_CLIP_OWNER', 'TOKEN_NOT_ALLOWED'],
});

export const restoreClip = forWriters('POST /clipboard/{id}/restore', {
  summary: 'Bring back a clip from the trash.',
  params: clipPath,
  reply: clip,
  errors: ['CLIP_NOT_FOUND'],
});

export const toggleFavorite = forWritersByGrant('POST /clipboard/{id}/favorite', {
  summary: 'Turn the favourite mark of my clip on or off.',
  params: clipPath,
  headers: withGrant,
  reply: z.object({ isFavorite: z.boolean() }),
  errors: ['CLIP_NOT_FOUND', 'NOT_CLIP_OWNER'],
});

export const setClipTags = forWritersByGrant('PUT /clipboard/{id}/tags', {
  summary: 'Which of my tags my clip carries.',
  params: clipPath,
  headers: withGrant,
  body: z.strictObject({ tagIds: z.array(id).check(z.maxLength(MAX_TAGS_PER_CLIP)) }),
  reply: clip,
  errors: ['CLIP_NOT_FOUND', 'NOT_CLIP_OWNER', 'TAG_NOT_FOUND'],
});

export const uploadClipFile = forWritersByGrant('POST /clipboard/{id}/files', {
  summary:
    'Attach a file to my clip, or to one that a link lets me edit. With x-capture-part: <captureId>:<0-49> it is one of those announced, and sent again it returns (200) the file that is stored.',
  params: clipPath,
  headers: z.object({ 'x-capture-part': capturePart, 'x-link-grant': linkGrant }),
  upload: true,
  finish: finishing,
  creates: true,
  repeatKey: 'x-capture-part',
  addsToOthers: true,
  reply: file,
  errors: [
    'CLIP_NOT_FOUND',
    'NOT_CLIP_OWNER',
    'FILE_TOO_LARGE',
    'INVALID_UPLOAD',
    'TOO_MANY_FILES',
    ...unfinished,
    'CAPTURE_DELETED',
    'GRANT_EXPIRED',
    'LINK_READ_ONLY',
    'OWNER_PLAN_ENDED',
  ],
});

export const listClipFiles = forAllReaders('GET /clipboard/{id}/files', {
  summary: 'The files of a clip.',
  params: clipPath,
  headers: withGrant,
  reply: z.array(file),
  errors: ['CLIP_NOT_FOUND', 'GRANT_EXPIRED'],
});

export const deleteClipFile = forWritersByGrant('DELETE /clipboard/{id}/files/{fileId}', {
  summary: 'Remove a file from my clip.',
  params: z.object({ id, fileId: id }),
  headers: withGrant,
  reply: message,
  errors: ['CLIP_NOT_FOUND', 'FILE_NOT_FOUND', 'NOT_CLIP_OWNER'],
});

export const setClipAddress = endpoint('PATCH /clipboard/{id}/address', {
  access: 'grant',
  scope: 'links',
  summary:
    'Open or close the address of my clip: while it is closed, others need a link with a grant.',
  params: clipPath,
  headers: withGrant,
  body: z.strictObject({ open: z.boolean() }),
  endsRights: { open: false },
  reply: clip,
  errors: ['CLIP_NOT_FOUND', 'NOT_CLIP_OWNER'],
});

export const closeAddresses = forWriters('POST /clipboard/addresses/close', {
  summary:
    'Close the address of each of my clips, also of those in the trash. Counted are those that were open, without the trash.',
  endsRights: true,
  reply: z.object({ closed: z.number() }),
});

export const clipEndpoints = {
  listClips,
  listFavorites,
  clipStats,
  getClip,
  createClip,
  updateClip,
  deleteClip,
  restoreClip,
  toggleFavorite,
  setClipTags,
  uploadClipFile,
  listClipFiles,
  deleteClipFile,
  setClipAddress,
  closeAddresses,
};

export const clipClientEvents = {
  'join:clip': clientEvent({
    access: 'anyone',
    scope: 'clips:read',
    summary:
      'Hear of every later change of a clip; returns its present state. With a grant as the holder of a link.',
    payload: z.strictObject({ clipId: id, grant: linkGrant }),
    ack: acknowledgement({ clip }),
  }),
  'leave:clip': clientEvent({
    access: 'anyone',
    scope: 'clips:read',
    summary: 'Stop hearing of a clip.',
    payload: z.strictObject({ clipId: id, grant: linkGrant }),
    ack: acknowledgement({}),
  }),
  'clip-content-update': clientEvent({
    access: 'user',
    scope: 'clips:write',
    summary: 'The owner saved the text: returns the clip as it is stored.',
    payload: z.object({ clipId: id, content: z.optional(z.unknown()) }),
    ack: acknowledgement({ clip }),
  }),
  'clip-files-update': clientEvent({
    access: 'user',
    scope: 'clips:write',
    summary: 'The owner changed the files: returns the clip as it is stored.',
    payload: z.object({ clipId: id, files: z.optional(z.unknown()) }),
    ack: acknowledgement({ clip }),
  }),
} as const;

export const clipServerEvents = {
  'clip-update': z.object({
    /** Null where it is about several clips. */
    clipId: z.nullable(id),
    change: z.enum([
      'created',
      'updated',
      'deleted',
      'favorite',
      'files',
      'tags',
      'bulk',
      'address',
    ]),
    version: z.nullable(z.number()),
    via: z.nullable(via),
  }),
  'clip-content-updated': z.object({
    clipId: id,
    content: z.string(),
    version: z.number(),
    by: z.optional(z.object({ kind: z.enum(['link', 'program']), label: z.nullable(z.string()) })),
  }),
  'clip-files-updated': z.object({ clipId: id, files: z.array(file), version: z.number() }),
  /** The link by which the viewer has the clip open has ended, or its address was closed. */
  'link:closed': z.object({ clipId: id }),
} as const;
