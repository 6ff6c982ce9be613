import * as z from 'zod/mini';
import { endpointsFor } from './endpoint.ts';
import { anyText, id, shortText } from './common.ts';

const forEverybody = endpointsFor('anyone', 'any');

/** WebP, 640 pixels at most on the longer side, never larger than the picture. */
export const preview = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type Preview = z.output<typeof preview>;

/** `url` is signed and short-lived: read the owner again to get a fresh one. */
export const file = z.object({
  id,
  name: z.string(),
  size: z.number(),
  /**
   * What the bytes are where they are recognised, else what was declared; only pictures, sounds and
   * films that are recognised are delivered as that, all others as application/octet-stream.
   */
  type: z.string(),
  url: z.string(),
  /** Null for what is no picture, cannot be decoded, or has none yet (event `file:preview`). */
  preview: z.nullable(preview),
});
export type StoredFile = z.output<typeof file>;

/** In place of multipart, for a file that came in parts. */
export const finishing = z.strictObject({ uploadId: id });
/** What an upload call refuses of these. */
export const unfinished = ['UPLOAD_NOT_FOUND', 'UPLOAD_INCOMPLETE'] as const;

const signedQuery = z.object({
  for: z.optional(anyText),
  expires: z.optional(anyText),
  signature: z.optional(anyText),
});

export const downloadFile = forEverybody('GET /files/{fileId}', {
  summary: 'The bytes of a file, by a signed link. One Range is honoured.',
  params: z.object({ fileId: id }),
  query: signedQuery,
  reply: 'bytes',
  errors: ['FILE_LINK_INVALID', 'FILE_NOT_FOUND', 'OWNER_CANNOT_SHARE', 'RANGE_NOT_SATISFIABLE'],
});

/** So many addresses are longer than other bodies may be. */
const MAX_ARCHIVE_BODY_BYTES = 512 * 1024;

export const createArchive = forEverybody('POST /files/archive', {
  summary:
    'A link to one ZIP of up to 500 files, named by their signed links. It is good for an hour; what can no longer be downloaded by then is left out.',
  body: z.strictObject({
    urls: z.array(shortText(2048)).check(z.minLength(1)),
    /** Without its ending; made a good name of a file, whatever it is. */
    name: z.optional(anyText),
  }),
  maxBodyBytes: MAX_ARCHIVE_BODY_BYTES,
  reply: z.object({ url: z.string() }),
  errors: ['TOO_MANY_ARCHIVED_FILES', 'FILE_LINK_INVALID'],
});

export const downloadArchive = forEverybody('GET /files/archive', {
  summary: 'The ZIP behind such a link.',
  query: z.object({
    archive: z.optional(anyText),
    expires: z.optional(anyText),
    signature: z.optional(anyText),
  }),
  reply: 'bytes',
  errors: ['FILE_LINK_INVALID'],
});

export const downloadPreview = forEverybody('GET /files/{fileId}/preview', {
  summary: 'The preview of a picture, by a signed link. One Range is honoured.',
  params: z.object({ fileId: id }),
  query: signedQuery,
  reply: 'bytes',
  errors: ['FILE_LINK_INVALID', 'FILE_NOT_FOUND', 'OWNER_CANNOT_SHARE', 'RANGE_NOT_SATISFIABLE'],
});

export const filesEndpoints = { downloadFile, downloadPreview, createArchive, downloadArchive };

export const filesServerEvents = {
  /**
   * A file of a clip, room or desktop has its preview now; what it belongs to keeps its version. To
   * those who have that open, and to all sockets of a clip's owner.
   */
  'file:preview': z.object({
    clipId: z.optional(id),
    roomId: z.optional(id),
    networkId: z.optional(id),
    fileId: id,
    preview,
  }),
} as const;
