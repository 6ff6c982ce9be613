import * as z from 'zod/mini';
import {
  LINK_LABEL_LENGTH,
  LINKED_CLIPS,
  MAX_FILES_PER_CLIP,
  MAX_LINK_PASSWORD_LENGTH,
  MAX_LINK_SECONDS,
  MAX_LINK_VIEWS,
  MAX_SEALED_LINK_SECONDS,
  MAX_TEXT_BODY_BYTES,
  MIN_LINK_PASSWORD_LENGTH,
  MIN_LINK_SECONDS,
} from '../limits.ts';
import { capturePart, clip } from './clips.ts';
import {
  anyText,
  captureId,
  id,
  idsBetween,
  jsonField,
  lineOrNull,
  linkGrant,
  message,
  page,
  pageSize,
  savedText,
  shortText,
  timestamp,
} from './common.ts';
import { endpointsFor } from './endpoint.ts';
import { file, finishing, unfinished } from './files.ts';

const forUser = endpointsFor('user', 'links');
const forAnyone = endpointsFor('anyone', 'links');

const linkKind = z.enum(['clip', 'inbox', 'sealed']);
const linkAccess = z.enum(['read', 'edit', 'drop']);
export const linkState = z.enum(['active', 'expired', 'used', 'revoked']);
export type LinkState = z.output<typeof linkState>;

export const link = z.object({
  id,
  /** Nothing but this opens it. */
  url: z.string(),
  kind: linkKind,
  clipId: z.nullable(id),
  title: z.string(),
  access: linkAccess,
  label: z.nullable(z.string()),
  expiresAt: z.nullable(timestamp),
  maxViews: z.nullable(z.number()),
  views: z.number(),
  /** The clip is deleted after the last view. */
  burn: z.boolean(),
  hasPassword: z.boolean(),
  notify: z.boolean(),
  state: linkState,
  createdAt: timestamp,
  /** To the minute. */
  lastOpenedAt: z.nullable(timestamp),
  /** Only of a sealed link: how much of it is stored, and 0 once that is deleted. */
  bytes: z.optional(z.number()),
});
export type Link = z.output<typeof link>;

const label = lineOrNull(LINK_LABEL_LENGTH);
const expiresIn = z.nullish(
  z.number().check(z.int(), z.minimum(MIN_LINK_SECONDS), z.maximum(MAX_LINK_SECONDS)),
);
const maxViews = z.nullish(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_LINK_VIEWS)));
const password = z.nullish(
  shortText(MAX_LINK_PASSWORD_LENGTH).check(z.minLength(MIN_LINK_PASSWORD_LENGTH)),
);
const choice = z.nullish(z.boolean());

export const createLink = forUser('POST /links', {
  summary:
    'Share a clip of mine by a link with limits of its own, or open an inbox into which others drop something.',
  headers: z.object({ 'x-link-grant': linkGrant }),
  body: z
    .strictObject({
      clipId: z.nullish(id),
      inbox: choice,
      access: z.nullish(linkAccess),
      label,
      expiresIn,
      maxViews,
      burn: choice,
      password,
      notify: choice,
      /** Others can then read the clip through its links alone. */
      closeAddress: choice,
    })
    .check(
      z.refine(({ clipId, inbox, access, maxViews: views, burn, closeAddress }) =>
        inbox
          ? !clipId && (access ?? 'drop') === 'drop' && !views && !burn && !closeAddress
          : Boolean(clipId) && access !== 'drop',
      ),
    ),
  creates: true,
  reply: link,
  errors: [
    'CLIP_NOT_FOUND',
    'NOT_CLIP_OWNER',
    'TOO_MANY_LINKS',
    'SHARING_NOT_IN_PLAN',
    'TOKEN_NOT_ALLOWED',
  ],
});

/** What the browser makes of a password, beside what it makes a key of. */
const sealedProof = z.nullish(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)));

const sealedLink = z.strictObject({
  expiresIn: z
    .number()
    .check(z.int(), z.minimum(MIN_LINK_SECONDS), z.maximum(MAX_SEALED_LINK_SECONDS)),
  /** One where it is left out, null is without limit. */
  maxViews,
  password: sealedProof,
  label,
  notify: choice,
});
export type SealedLink = z.output<typeof sealedLink>;

export const createSealedLink = forUser('POST /links/sealed', {
  summary:
    'Share what was encrypted before it was sent, by a link with limits: bytes as docs/sealed.md describes them. The link does not open them by itself: their key is never sent.',
  body: z.object({ link: jsonField(sealedLink) }),
  upload: true,
  finish: z.extend(finishing, { link: sealedLink }),
  creates: true,
  reply: link,
  errors: [
    'SHARING_NOT_IN_PLAN',
    'FILE_TOO_LARGE',
    'INVALID_UPLOAD',
    ...unfinished,
    'TOO_MANY_LINKS',
    'STORAGE_FULL',
  ],
});

export const listLinks = forUser('GET /links', {
  summary: 'My links, newest first; of some clips, by up to 100 ids with commas between.',
  query: z.object({
    clipId: z.optional(idsBetween(1, LINKED_CLIPS)),
    kind: z.optional(linkKind),
    state: z.optional(linkState),
    page,
    pageSize,
  }),
  reply: z.object({ links: z.array(link), total: z.number() }),
});

const linkPath = z.object({ id });

export const updateLink = forUser('PATCH /links/{id}', {
  summary:
    'Change what a link of mine is limited to; expiresIn counts from now. May bring back one that expired or was used up. With closeOpened those who have it open leave.',
  params: linkPath,
  body: z
    .strictObject({
      label,
      expiresIn,
      maxViews,
      password,
      notify: z.optional(z.boolean()),
      closeOpened: z.optional(z.boolean()),
    })
    .check(z.refine((body) => Object.values(body).some((value) => value !== undefined))),
  reply: link,
  errors: ['LINK_NOT_FOUND', 'LINK_REVOKED', 'LINK_SEALED', 'TOO_MANY_LINKS'],
});

export const revokeLink = forUser('DELETE /links/{id}', {
  summary: 'End a link of mine, and what was opened by it, at once.',
  params: linkPath,
  endsRights: true,
  reply: message,
  errors: ['LINK_NOT_FOUND'],
});

export const renewLink = forUser('POST /links/{id}/renew', {
  summary: 'Give a link of mine another address; the old one is dead at once.',
  params: linkPath,
  endsRights: true,
  reply: link,
  errors: ['LINK_NOT_FOUND', 'LINK_REVOKED', 'LINK_SEALED'],
});

export const revokeAllLinks = forUser('POST /links/revoke-all', {
  summary: 'End all links of mine.',
  endsRights: true,
  reply: z.object({ revoked: z.number() }),
});

const opening = z.object({
  id,
  /** To the minute. */
  at: timestamp,
  browser: z.string(),
});
export type Opening = z.output<typeof opening>;

export const listOpenings = forUser('GET /links/{id}/openings', {
  summary: 'When a link of mine was opened, the latest first; before takes the id of an opening.',
  params: linkPath,
  query: z.object({ limit: pageSize, before: z.optional(id) }),
  reply: z.array(opening),
  errors: ['LINK_NOT_FOUND'],
});

const linkToken = z.optional(anyText);

export const readLink = forAnyone('GET /link', {
  summary: 'What a link (header x-link-token) leads to. Shows nothing of it and counts no view.',
  headers: z.object({ 'x-link-token': linkToken }),
  reply: z.object({
    kind: linkKind,
    access: linkAccess,
    ownerName: z.string(),
    needsPassword: z.boolean(),
    /** Opening it uses something up: it waits for a press. */
    needsReveal: z.boolean(),
    viewsLeft: z.nullable(z.number()),
    expiresAt: z.nullable(timestamp),
    /** Only where the last view deletes the clip. */
    burn: z.optional(z.literal(true)),
    /** Only for its owner, whose visits are not counted. */
    isOwn: z.optional(z.literal(true)),
  }),
  errors: ['LINK_NOT_FOUND'],
});

/** 128 bits that the tab made and kept before it asked. */
const opener = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

export const openLink = forAnyone('POST /link/open', {
  summary:
    'Open a link (header x-link-token): counts a view, unless the same opener comes again, and returns a grant with the clip, or with where its sealed bytes are.',
  headers: z.object({ 'x-link-token': linkToken, 'x-link-grant': linkGrant }),
  body: z.strictObject({ password: z.nullish(shortText(1000)), opener }),
  reply: z.union([
    z.extend(clip, { grant: z.string() }),
    z.object({ grant: z.string(), ownerName: z.string() }),
    /** `url` gives the sealed bytes as long as the grant lives. */
    z.object({
      grant: z.string(),
      sealed: z.object({ url: z.string(), size: z.number() }),
    }),
  ]),
  errors: ['LINK_NOT_FOUND', 'WRONG_LINK_PASSWORD', 'LINK_LOCKED'],
});

export const dropClip = forAnyone('POST /link/clips', {
  summary:
    'Send a text, and announce files, through a drop link that was opened (header x-link-grant). Sent again with the same captureId it is the same sending (200).',
  headers: z.object({ 'x-link-grant': linkGrant }),
  body: z
    .strictObject({
      content: savedText,
      files: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_FILES_PER_CLIP))),
      captureId,
    })
    .check(z.refine(({ content, files }) => content !== '' || (files ?? 0) > 0)),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  creates: true,
  repeatKey: 'captureId',
  addsToOthers: true,
  reply: z.object({ id }),
  errors: ['GRANT_EXPIRED', 'IDEMPOTENCY_KEY_REUSED', 'OWNER_PLAN_ENDED', 'TEXT_TOO_LONG'],
});

export const dropFile = forAnyone('POST /link/clips/{id}/files', {
  summary:
    'Add an announced file to what was sent with the same grant. With x-capture-part: <captureId>:<0-49> a repeat is the same file (200).',
  params: z.object({ id }),
  headers: z.object({ 'x-link-grant': linkGrant, 'x-capture-part': capturePart }),
  upload: true,
  finish: finishing,
  creates: true,
  repeatKey: 'x-capture-part',
  addsToOthers: true,
  reply: z.pick(file, { id: true, name: true, size: true }),
  errors: [
    'GRANT_EXPIRED',
    'CLIP_NOT_FOUND',
    'FILE_TOO_LARGE',
    'INVALID_UPLOAD',
    ...unfinished,
    'OWNER_PLAN_ENDED',
  ],
});

export const linkEndpoints = {
  createLink,
  createSealedLink,
  listLinks,
  updateLink,
  revokeLink,
  renewLink,
  revokeAllLinks,
  listOpenings,
  readLink,
  openLink,
  dropClip,
  dropFile,
};

export const linkServerEvents = {
  'link:opened': z.object({
    linkId: id,
    views: z.number(),
    /** It was the last view of a link that deletes its clip. */
    burned: z.optional(z.literal(true)),
  }),
  /**
   * A link was made, changed, opened for a count, revoked or is over: its clip, null of a drop or sealed link
   * and of all at once. Of a clip at most one a second, the last one always.
   */
  'links:changed': z.object({ clipId: z.nullable(id) }),
} as const;
