import * as z from 'zod/mini';
import { clip } from './clips.ts';
import { id, ifMatch, linkGrant, message, timestamp } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';
import { roomContent } from './rooms.ts';

const forHolders = endpointsFor('grant', 'clips:read');

export const textVersion = z.object({
  /** What the thing's version was when it had this text. */
  version: z.number(),
  savedAt: timestamp,
  by: z.object({
    /** A member of the room reads so of another one's text. */
    kind: z.enum(['you', 'link', 'program', 'member']),
    label: z.optional(z.string()),
  }),
  chars: z.number(),
  files: z.array(z.string()),
});
export type TextVersion = z.output<typeof textVersion>;

const versionList = z.array(textVersion);
const versionText = z.object({ content: z.string(), files: z.array(z.string()) });
export type VersionText = z.output<typeof versionText>;

const clipPath = z.object({ id });
const contentPath = z.object({ id, contentId: id });
/** Whatever is no number is a version that is not kept. */
const version = z.string();
const clipVersionPath = z.object({ id, version });
const contentVersionPath = z.object({ id, contentId: id, version });

export const listClipVersions = forHolders('GET /clipboard/{id}/versions', {
  summary: 'Earlier texts of my clip that are kept, newest first.',
  params: clipPath,
  headers: z.object({ 'x-link-grant': linkGrant }),
  reply: versionList,
  errors: ['CLIP_NOT_FOUND'],
});

export const readClipVersion = forHolders('GET /clipboard/{id}/versions/{version}', {
  summary: 'One earlier text of my clip.',
  params: clipVersionPath,
  headers: z.object({ 'x-link-grant': linkGrant }),
  reply: versionText,
  errors: ['CLIP_NOT_FOUND', 'VERSION_NOT_FOUND'],
});

export const restoreClipVersion = endpoint('POST /clipboard/{id}/versions/{version}/restore', {
  access: 'grant',
  scope: 'clips:write',
  summary:
    'Save an earlier text of my clip again, as a new version. The files stay; those that it had then and that were deleted since come back. With If-Match: <version>, 412 when the text was saved by another since.',
  params: clipVersionPath,
  headers: z.object({ 'if-match': ifMatch, 'x-link-grant': linkGrant }),
  reply: clip,
  errors: ['CLIP_NOT_FOUND', 'VERSION_NOT_FOUND', 'VERSION_CONFLICT', 'TOO_MANY_FILES'],
});

export const forgetClipVersions = endpoint('DELETE /clipboard/{id}/versions', {
  access: 'grant',
  scope: null,
  summary: 'Remove all earlier texts of my clip for good, and the deleted files that they had.',
  params: clipPath,
  headers: z.object({ 'x-link-grant': linkGrant }),
  reply: message,
  errors: ['CLIP_NOT_FOUND'],
});

export const listContentVersions = endpoint('GET /rooms/{id}/content/{contentId}/versions', {
  access: 'user',
  scope: 'rooms:read',
  summary: 'Earlier texts of an item of a room of mine that are kept, newest first.',
  params: contentPath,
  reply: versionList,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'CONTENT_NOT_FOUND'],
});

export const readContentVersion = endpoint(
  'GET /rooms/{id}/content/{contentId}/versions/{version}',
  {
    access: 'user',
    scope: 'rooms:read',
    summary: 'One earlier text of an item of a room of mine.',
    params: contentVersionPath,
    reply: versionText,
    errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'CONTENT_NOT_FOUND', 'VERSION_NOT_FOUND'],
  },
);

export const restoreContentVersion = endpoint(
  'POST /rooms/{id}/content/{contentId}/versions/{version}/restore',
  {
    access: 'user',
    scope: 'rooms:write',
    summary:
      'Save an earlier text of what I added to a room again. With If-Match: <version>, 412 when it was saved since.',
    params: contentVersionPath,
    headers: z.object({ 'if-match': ifMatch }),
    reply: roomContent,
    errors: [
      'ROOM_NOT_FOUND',
      'NOT_ROOM_MEMBER',
      'NOT_CONTENT_AUTHOR',
      'CONTENT_NOT_FOUND',
      'VERSION_NOT_FOUND',
      'VERSION_CONFLICT',
      'NOT_A_TEXT',
    ],
  },
);

export const forgetContentVersions = endpoint('DELETE /rooms/{id}/content/{contentId}/versions', {
  access: 'user',
  scope: null,
  summary: 'Remove all earlier texts of what I added, or of an item of my own room, for good.',
  params: contentPath,
  reply: message,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'NOT_CONTENT_AUTHOR', 'CONTENT_NOT_FOUND'],
});

export const historyEndpoints = {
  listClipVersions,
  readClipVersion,
  restoreClipVersion,
  forgetClipVersions,
  listContentVersions,
  readContentVersion,
  restoreContentVersion,
  forgetContentVersions,
};
