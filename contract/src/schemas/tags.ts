import * as z from 'zod/mini';
import { MAX_TAG_NAME_LENGTH, MAX_TAGS_PER_CLIP } from '../limits.ts';
import { normalForm } from '../normal-form.ts';
import { tagColors } from '../tag-colors.ts';
import { id, idsBetween, line, message } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';

const forWriters = endpointsFor('user', 'clips:write');

const color = z.enum(tagColors);

export const clipTag = z.object({ id, name: z.string(), color });
export type ClipTag = z.output<typeof clipTag>;

export const tag = z.object({
  ...clipTag.shape,
  clips: z.number(),
});
export type Tag = z.output<typeof tag>;

/** However it was typed, it is spelt one way. */
export const tagName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => normalForm(text, 'NFC')),
  ),
  line(MAX_TAG_NAME_LENGTH),
);

/** Clips that carry all of these tags: `tag=a,b` or `tag=a&tag=b`. */
export const tagQuery = z.optional(idsBetween(0, MAX_TAGS_PER_CLIP));

const tagPath = z.object({ id });

export const listTags = endpoint('GET /tags', {
  access: 'user',
  scope: 'clips:read',
  summary: 'My tags, by name, each with how many clips carry it.',
  reply: z.array(tag),
});

export const createTag = forWriters('POST /tags', {
  summary: 'Make a tag.',
  body: z.strictObject({ name: tagName, color: z.optional(color) }),
  creates: true,
  reply: tag,
  errors: ['TAG_EXISTS', 'TOO_MANY_TAGS'],
});

export const updateTag = forWriters('PATCH /tags/{id}', {
  summary: 'Rename my tag, or give it another colour.',
  params: tagPath,
  body: z
    .strictObject({ name: z.optional(tagName), color: z.optional(color) })
    .check(z.refine((change) => change.name !== undefined || change.color !== undefined)),
  reply: tag,
  errors: ['TAG_NOT_FOUND', 'TAG_EXISTS'],
});

export const deleteTag = forWriters('DELETE /tags/{id}', {
  summary: 'Delete my tag. The clips that carried it stay.',
  params: tagPath,
  reply: message,
  errors: ['TAG_NOT_FOUND'],
});

export const tagEndpoints = { listTags, createTag, updateTag, deleteTag };
