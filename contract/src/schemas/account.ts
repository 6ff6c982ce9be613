import * as z from 'zod/mini';
import { MAX_DEVICE_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../limits.ts';
import { newPassword } from './auth.ts';
import { anyText, id, line, message, timestamp, withoutNul } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';

const forUser = endpointsFor('user', null);
const forExporters = endpointsFor('user', 'export');

/** Raised when a reader of exports would have to change. */
export const EXPORT_VERSION = 1;

export const openSession = z.object({
  id,
  current: z.boolean(),
  device: z.string(),
  /** What I call it; null until I name it. */
  name: z.nullable(z.string()),
  /** How it was let in, before a second step; null of older ones. */
  by: z.nullable(z.enum(['password', 'passkey', 'single-sign-on', 'scan', 'setup'])),
  createdAt: timestamp,
  /** To the hour. */
  lastUsedAt: timestamp,
});
export type OpenSession = z.output<typeof openSession>;

/** Of any length: a wrong one is refused by its own name. */
export const password = z.string().check(z.maxLength(MAX_PASSWORD_LENGTH), withoutNul);
/** In place of a confirmation. */
export const ownPassword = z.optional(password);

export const listSessions = forUser('GET /account/sessions', {
  withoutSecondStep: true,
  summary: 'Where I am signed in: the session of the call first, then those used last.',
  reply: z.array(openSession),
});

export const renameSession = forUser('PATCH /account/sessions/{id}', {
  summary: 'Name one of my devices.',
  params: z.object({ id }),
  body: z.strictObject({ name: line(MAX_DEVICE_NAME_LENGTH) }),
  reply: openSession,
  errors: ['SESSION_NOT_FOUND'],
});

export const endSession = forUser('DELETE /account/sessions/{id}', {
  summary: 'Sign one of my devices out, at once.',
  params: z.object({ id }),
  endsRights: true,
  reply: message,
  errors: ['SESSION_NOT_FOUND'],
});

export const endOtherSessions = forUser('POST /account/sessions/end-others', {
  summary: 'Sign every other device of mine out, at once; with programs, end my API tokens too.',
  body: z.optional(z.nullable(z.strictObject({ programs: z.optional(z.boolean()) }))),
  endsRights: true,
  reply: z.object({ ended: z.number() }),
});

export const storageKind = z.enum([
  'clips',
  'rooms',
  'desktop',
  'history',
  'trash',
  'uploads',
  'other',
]);
export type StorageKind = z.output<typeof storageKind>;

export const storageUse = z.object({
  used: z.number(),
  limit: z.number(),
  /** All of them; `used` is their sum. */
  kinds: z.array(z.object({ kind: storageKind, bytes: z.number(), count: z.number() })),
});

const stored = z.object({
  kind: z.enum(['clip', 'roomItem', 'desktopItem', 'history', 'trash', 'upload']),
  id,
  /** The room of an item or of its earlier versions; what it was, of what is in the trash. */
  of: z.nullable(z.string()),
  title: z.string(),
  bytes: z.number(),
  createdAt: timestamp,
});
export type Stored = z.output<typeof stored>;

export const readStorage = forUser('GET /account/storage', {
  summary:
    'What takes my storage, in bytes: by kinds, and the 100 largest things of at least 64 KiB.',
  reply: z.extend(storageUse, { largest: z.array(stored) }),
});

const newClipsOpen = z.boolean();

export const readAccount = forUser('GET /account', {
  withoutSecondStep: true,
  summary: 'My name and what I have set.',
  reply: z.object({
    name: z.string(),
    email: z.string(),
    createdAt: timestamp,
    newClipsOpen,
    isAdmin: z.boolean(),
    /** False for who signs in by single sign-on and never chose one. */
    hasPassword: z.boolean(),
  }),
});

export const updateAccount = forUser('PATCH /account', {
  summary: 'Change my name, or whether new clips can be read by anyone with their address.',
  body: z
    .strictObject({ name: z.optional(line(100)), newClipsOpen: z.optional(newClipsOpen) })
    .check(z.refine((body) => body.name !== undefined || body.newClipsOpen !== undefined)),
  reply: z.object({ name: z.string(), newClipsOpen }),
});

export const changePassword = forUser('POST /account/password', {
  summary:
    'Set a new password. Ends my other sessions, and my API tokens unless end_tokens is false.',
  body: z.strictObject({
    password: ownPassword,
    new_password: newPassword,
    end_tokens: z.optional(z.boolean()),
  }),
  reply: message,
  errors: [
    'WRONG_PASSWORD',
    'CONFIRM_FIRST',
    'PASSWORD_TOO_SHORT',
    'SIGN_IN_AGAIN',
    'PASSWORDS_OFF',
  ],
});

export const exportAccount = forExporters('GET /account/export', {
  summary:
    'Everything of mine as a ZIP: profile, clips, tags, the rooms I own and my desktop, with their files; earlier texts, the trash, and links without their addresses.',
  reply: 'bytes',
  errors: ['CONFIRM_FIRST', 'SIGN_IN_AGAIN'],
});

export const createExportLink = forExporters('POST /account/export-link', {
  summary:
    'A link to my export that a browser can follow: signed, good for a minute, and only while this session lasts.',
  reply: z.object({ url: z.string() }),
  errors: ['CONFIRM_FIRST', 'SIGN_IN_AGAIN'],
});

export const downloadExport = endpoint('GET /account/export-download', {
  access: 'anyone',
  scope: 'export',
  summary: 'The export behind such a link.',
  query: z.object({
    for: z.optional(anyText),
    expires: z.optional(anyText),
    signature: z.optional(anyText),
  }),
  reply: 'bytes',
  errors: ['FILE_LINK_INVALID'],
});

const counted = z.object({
  added: z.number(),
  /** Came with an earlier import, or was never gone. */
  known: z.number(),
});

const skipReason = z.enum([
  'file-missing',
  'file-too-large',
  'too-many-files',
  'too-many-tags',
  'desktop-full',
  'rooms-not-in-plan',
  'too-many-rooms',
]);
export type SkipReason = z.output<typeof skipReason>;

export const importResult = z.object({
  clips: counted,
  rooms: counted,
  roomItems: counted,
  desktopItems: counted,
  files: z.number(),
  skipped: z.array(z.object({ name: z.string(), reason: skipReason })),
  skippedTotal: z.number(),
});
export type ImportResult = z.output<typeof importResult>;

export const importAccount = forUser('POST /account/import', {
  summary:
    'Take over the archive of an export, of this server or another. It is checked as a whole before anything is added; what an earlier import brought is not added again, so a repeat goes on where one was interrupted.',
  upload: true,
  creates: true,
  reply: importResult,
  errors: [
    'NOT_AN_EXPORT',
    'ARCHIVE_DAMAGED',
    'ARCHIVE_ENCRYPTED',
    'ARCHIVE_TOO_NEW',
    'ARCHIVE_TOO_LARGE',
    'IMPORT_RUNNING',
    'INVALID_UPLOAD',
  ],
});

export const deleteAccount = forUser('DELETE /account', {
  summary:
    'Delete my account with clips, desktop and the rooms I own. What I added to rooms of others stays there without my name. A repeat finishes what was interrupted.',
  body: z.nullish(z.strictObject({ password: ownPassword })),
  reply: message,
  errors: [
    'WRONG_PASSWORD',
    'CONFIRM_FIRST',
    'SIGN_IN_AGAIN',
    'LAST_ADMIN',
    'PAYMENT_SERVICE_FAILED',
  ],
});

export const accountEndpoints = {
  listSessions,
  renameSession,
  endSession,
  endOtherSessions,
  readStorage,
  readAccount,
  updateAccount,
  changePassword,
  exportAccount,
  createExportLink,
  downloadExport,
  importAccount,
  deleteAccount,
};
