import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './common.ts';

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
});
export type StoredFile = z.output<typeof file>;

export const downloadFile = endpoint('GET /files/{fileId}', {
  access: 'anyone',
  scope: 'any',
  summary: 'The bytes of a file, by a signed link. One Range is honoured.',
  params: z.object({ fileId: id }),
  query: z.object({
    for: z.optional(z.string()),
    expires: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  reply: 'bytes',
  errors: ['FILE_LINK_INVALID', 'FILE_NOT_FOUND', 'OWNER_CANNOT_SHARE', 'RANGE_NOT_SATISFIABLE'],
});

export const filesEndpoints = { downloadFile };
