import * as z from 'zod/mini';
import { MAX_BULK_CLIPS } from '../limits.ts';
import { dateRange, id, shortText, timeZone } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';
import { tagQuery } from './tags.ts';

const forWriters = endpointsFor('user', 'clips:write');

/** More than a call takes are counted, and refused by their number. */
const ids = z.array(id).check(z.maxLength(MAX_BULK_CLIPS));
const MAX_BODY_BYTES = 1024 * 1024;

export const bulkAction = z.enum(['delete', 'favorite', 'unfavorite', 'tag', 'untag']);
export type BulkAction = z.output<typeof bulkAction>;

export const bulkFilter = z.strictObject({
  search: z.optional(shortText(1000)),
  type: z.optional(z.enum(['all', 'text', 'file'])),
  favorite: z.optional(z.boolean()),
  dateRange: z.optional(dateRange),
  timeZone,
  tag: tagQuery,
});
export type BulkFilter = z.output<typeof bulkFilter>;

export const changeClips = forWriters('POST /clipboard/bulk', {
  summary:
    'Do one thing to many of my clips: to up to 500 by their ids, or to all that a filter shows but some. What is not mine is skipped.',
  body: z
    .strictObject({
      ids: z.optional(ids),
      filter: z.optional(bulkFilter),
      except: z.optional(ids),
      action: bulkAction,
      tagId: z.optional(id),
    })
    .check(
      z.refine((body) => (body.ids === undefined) !== (body.filter === undefined)),
      z.refine((body) => body.except === undefined || body.filter !== undefined),
      z.refine(
        ({ action, tagId }) => (action === 'tag' || action === 'untag') === (tagId !== undefined),
      ),
    ),
  maxBodyBytes: MAX_BODY_BYTES,
  reply: z.object({
    done: z.number(),
    skipped: z.number(),
    /** Null where nothing changed. */
    undoId: z.nullable(id),
  }),
  errors: ['TAG_NOT_FOUND', 'TOO_MANY_CLIPS'],
});

export const undoBulkChange = forWriters('POST /clipboard/bulk/{undoId}/undo', {
  summary: 'Put back exactly what a change of many clips changed, within ten minutes.',
  params: z.object({ undoId: id }),
  reply: z.object({ restored: z.number() }),
  errors: ['UNDO_NOT_FOUND'],
});

export const downloadClips = endpoint('POST /clipboard/download', {
  access: 'user',
  scope: 'clips:read',
  summary: 'Up to 500 of my clips with their files, as a ZIP. What is not mine is left out.',
  body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_CLIPS)) }),
  maxBodyBytes: MAX_BODY_BYTES,
  reply: 'bytes',
  errors: ['TOO_MANY_CLIPS'],
});

export const bulkEndpoints = { changeClips, undoBulkChange, downloadClips };
