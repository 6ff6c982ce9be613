import * as z from 'zod/mini';
import {
  MAX_INVITATION_SECONDS,
  MAX_NAME_LENGTH,
  MAX_STORAGE_MB,
  MIN_INVITATION_SECONDS,
} from '../limits.ts';
import { ownPassword, storageUse } from './account.ts';
import { email, newPassword, plan, signedInOrStep } from './auth.ts';
import {
  anyText,
  id,
  line,
  lineOrNull,
  message,
  page,
  pageSize,
  shortText,
  timestamp,
} from './common.ts';
import { endpointsFor } from './endpoint.ts';
import { registration } from './features.ts';

const forAnyone = endpointsFor('anyone', null);
const forAdmin = endpointsFor('admin', null);

/** Of a link or a code that somebody holds, right or wrong. */
const secret = shortText(1024);

/** Of a link that this server makes: 128 bits. */
const linkToken = z.string().check(z.regex(/^[\w-]{22}$/));

export const setUp = forAnyone('POST /auth/setup', {
  summary:
    'Make the first account that is an admin, with the token that a start prints. The password of an account that is there makes it one.',
  body: z.strictObject({
    token: secret,
    name: line(MAX_NAME_LENGTH),
    email,
    password: newPassword,
  }),
  reply: signedInOrStep,
  errors: ['SETUP_OVER', 'INVALID_CREDENTIALS', 'PASSWORD_TOO_SHORT'],
});

export const checkSetup = forAnyone('POST /auth/setup/check', {
  summary: 'Whether the token that a start printed still makes the first account. Uses nothing up.',
  body: z.strictObject({ token: linkToken }),
  reply: 'nothing',
  errors: ['SETUP_OVER'],
});

export const checkInvitation = forAnyone('POST /auth/invitations/check', {
  summary: 'Whether an invitation still makes an account, and for which address. Uses nothing up.',
  body: z.strictObject({ invitation: linkToken }),
  reply: z.object({ email: z.nullable(z.string()) }),
  errors: ['INVITATION_OVER'],
});

export const startOidc = forAnyone('GET /auth/oidc', {
  summary:
    'Leads (302) to the provider of single sign-on. next is a path of the app to come back to.',
  query: z.object({ next: z.optional(anyText), invitation: z.optional(secret) }),
  changes: true,
  redirects: true,
  reply: 'bytes',
});

export const finishOidc = forAnyone('GET /auth/oidc/callback', {
  summary: 'Where the provider leads back to; leads (302) to the app with a code for one minute.',
  query: z.object({
    code: z.optional(anyText),
    state: z.optional(anyText),
    error: z.optional(anyText),
    iss: z.optional(anyText),
  }),
  changes: true,
  redirects: true,
  reply: 'bytes',
});

export const signInByOidc = forAnyone('POST /auth/oidc', {
  summary: 'Sign in with the code that the provider led back with. It works once.',
  body: z.strictObject({ code: secret }),
  reply: signedInOrStep,
  errors: [
    'OIDC_CODE_INVALID',
    'OIDC_EMAIL',
    'OIDC_EMAIL_TAKEN',
    'REGISTRATION_INVITED',
    'REGISTRATION_CLOSED',
    'ACCOUNT_DISABLED',
  ],
});

export const invitation = z.object({
  id,
  /** While it is open; null afterwards. */
  url: z.nullable(z.string()),
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  usedBy: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
});
export type Invitation = z.output<typeof invitation>;

const oneOf = z.object({ id });
const proof = z.strictObject({ password: ownPassword });

export const createInvitation = forAdmin('POST /admin/invitations', {
  summary:
    'A link by which one account can be made, whoever may sign up otherwise. With an address it is mailed, and only that address may use it.',
  body: z.optional(
    z.nullable(
      z.strictObject({
        email: z.optional(z.nullable(email)),
        note: lineOrNull(100),
        expiresIn: z.optional(
          z
            .number()
            .check(z.int(), z.minimum(MIN_INVITATION_SECONDS), z.maximum(MAX_INVITATION_SECONDS)),
        ),
      }),
    ),
  ),
  creates: true,
  reply: invitation,
});

export const listInvitations = forAdmin('GET /admin/invitations', {
  summary: 'Invitations, the latest first, 20 on a page.',
  query: z.object({ state: z.optional(invitation.shape.state), page }),
  reply: z.object({ invitations: z.array(invitation), total: z.number() }),
});

export const revokeInvitation = forAdmin('DELETE /admin/invitations/{id}', {
  summary: 'End an invitation. One that was used stays used.',
  params: oneOf,
  endsRights: true,
  reply: message,
  errors: ['INVITATION_NOT_FOUND'],
});

/** An account as an admin sees it: nothing of what it holds but how much. */
export const adminUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  createdAt: timestamp,
  /** To the hour; null before the first time. */
  lastSeenAt: z.nullable(timestamp),
  state: z.enum(['active', 'disabled', 'unconfirmed']),
  isAdmin: z.boolean(),
  plan: z.nullable(plan),
  /** Saved ones, without drafts. */
  clips: z.number(),
  /** Texts and files, with the trash and earlier versions. */
  bytes: z.number(),
  /** Megabytes that this person may store; null where it is as the server says. */
  storageMb: z.nullable(z.number()),
  twoStep: z.boolean(),
});
export type AdminUser = z.output<typeof adminUser>;

export const listUsers = forAdmin('GET /admin/users', {
  summary: 'The accounts of this server.',
  query: z.object({
    /** In names and addresses. */
    search: z.optional(shortText(200)),
    state: z.optional(adminUser.shape.state),
    sort: z.optional(z.enum(['name', 'email', 'createdAt', 'lastSeenAt', 'clips', 'bytes'])),
    order: z.optional(z.enum(['asc', 'desc'])),
    page,
    pageSize,
  }),
  reply: z.object({ users: z.array(adminUser), total: z.number() }),
});

export const readUserStorage = forAdmin('GET /admin/users/{id}/storage', {
  summary: 'What takes the storage of an account, by kinds alone, and the limit of its own.',
  params: oneOf,
  reply: z.extend(storageUse, { storageMb: adminUser.shape.storageMb }),
  errors: ['USER_NOT_FOUND'],
});

export const createUser = forAdmin('POST /admin/users', {
  summary: 'Make an account, with a link to choose its password that is mailed too.',
  body: z.strictObject({ name: line(MAX_NAME_LENGTH), email }),
  creates: true,
  answersSecret: true,
  reply: z.object({ id, url: z.string() }),
  errors: ['ADDRESS_TAKEN', 'NO_PASSWORD_LINKS'],
});

export const updateUser = forAdmin('PATCH /admin/users/{id}', {
  summary:
    'Disable or enable an account, make it an admin or none any more, or say how many megabytes it may store (null: as the server says). To make an admin, unmake or disable one is confirmed.',
  params: oneOf,
  body: z
    .strictObject({
      disabled: z.optional(z.boolean()),
      isAdmin: z.optional(z.boolean()),
      storageMb: z.optional(
        z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(MAX_STORAGE_MB))),
      ),
      password: ownPassword,
    })
    .check(
      z.refine(
        ({ disabled, isAdmin, storageMb }) =>
          disabled !== undefined || isAdmin !== undefined || storageMb !== undefined,
      ),
    ),
  endsRights: { disabled: true, isAdmin: false },
  reply: adminUser,
  errors: [
    'USER_NOT_FOUND',
    'NOT_YOURSELF',
    'LAST_ADMIN',
    'WRONG_PASSWORD',
    'CONFIRM_FIRST',
    'SIGN_IN_AGAIN',
  ],
});

export const resetUser = forAdmin('POST /admin/users/{id}/reset', {
  summary:
    'A link for an account to choose a new password, for an hour; it is mailed too. Confirmed.',
  params: oneOf,
  body: z.nullish(proof),
  answersSecret: true,
  reply: z.object({ url: z.string() }),
  errors: [
    'USER_NOT_FOUND',
    'NOT_YOURSELF',
    'NO_PASSWORD_LINKS',
    'WRONG_PASSWORD',
    'CONFIRM_FIRST',
    'SIGN_IN_AGAIN',
  ],
});

export const resetSecondStep = forAdmin('POST /admin/users/{id}/reset-second-step', {
  summary:
    'Take all that a second step is made of from an account, and its sessions. Programs stay. Confirmed.',
  params: oneOf,
  body: z.nullish(proof),
  reply: message,
  errors: [
    'USER_NOT_FOUND',
    'NOT_YOURSELF',
    'WRONG_PASSWORD',
    'CONFIRM_FIRST',
    'SIGN_IN_AGAIN',
    'PASSWORDS_OFF',
  ],
});

export const signOutUser = forAdmin('POST /admin/users/{id}/sign-out', {
  summary: 'End all sessions and programs of an account, at once.',
  params: oneOf,
  endsRights: true,
  reply: message,
  errors: ['USER_NOT_FOUND', 'NOT_YOURSELF'],
});

export const confirmUser = forAdmin('POST /admin/users/{id}/confirm', {
  summary: 'Take the address of an account for confirmed.',
  params: oneOf,
  reply: message,
  errors: ['USER_NOT_FOUND'],
});

export const deleteUser = forAdmin('DELETE /admin/users/{id}', {
  summary: 'Delete an account as its person could. Confirmed.',
  params: oneOf,
  body: z.nullish(proof),
  reply: message,
  errors: [
    'USER_NOT_FOUND',
    'NOT_YOURSELF',
    'LAST_ADMIN',
    'WRONG_PASSWORD',
    'CONFIRM_FIRST',
    'SIGN_IN_AGAIN',
    'PAYMENT_SERVICE_FAILED',
  ],
});

export const serverState = z.object({
  version: z.string(),
  build: z.string(),
  startedAt: timestamp,
  /** Of Node.js. */
  node: z.string(),
  store: z.enum(['sqlite', 'postgresql']),
  storeBytes: z.number(),
  files: z.enum(['disk', 's3']),
  fileBytes: z.number(),
  /** Null with S3. */
  freeBytes: z.nullable(z.number()),
  users: z.number(),
  clips: z.number(),
  rooms: z.number(),
  mail: z.enum(['smtp', 'outbox']),
  /** Null without one. */
  redis: z.nullable(z.enum(['ok', 'away'])),
  lastBackupAt: z.nullable(timestamp),
  registration,
  /** By the variable REGISTRATION. */
  registrationFixed: z.boolean(),
  secondStep: z.enum(['optional', 'required']),
  /** The day from which it is asked for; null while it is optional. */
  secondStepFrom: z.nullable(timestamp),
});
export type ServerState = z.output<typeof serverState>;

export const readServer = forAdmin('GET /admin/server', {
  summary: 'What runs, what it stores and how much room is left.',
  reply: serverState,
});

export const updateServer = forAdmin('PATCH /admin/server', {
  summary:
    'Who may sign up, and whether everybody with a password needs a second step: graceDays from now, else in seven. That is confirmed.',
  body: z
    .strictObject({
      registration: z.optional(registration),
      secondStep: z.optional(serverState.shape.secondStep),
      graceDays: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(30))),
    })
    .check(
      z.refine((body) => body.secondStep !== undefined || body.graceDays === undefined),
      z.refine((body) => body.secondStep !== undefined || body.registration !== undefined),
    ),
  reply: serverState,
  errors: ['REGISTRATION_FIXED', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

export const sendTestMail = forAdmin('POST /admin/test-mail', {
  summary: 'Send me a mail now, and tell whether the mail server took it.',
  reply: message,
  errors: ['MAIL_FAILED'],
});

export const adminActions = [
  'user.create',
  'user.disable',
  'user.enable',
  'user.admin',
  'user.unadmin',
  'user.storage',
  'user.reset',
  'user.reset-second-step',
  'user.sign-out',
  'user.confirm',
  'user.delete',
  'invitation.create',
  'invitation.revoke',
  'server.registration',
  'server.second-step',
] as const;
export type AdminAction = (typeof adminActions)[number];

export const adminLogEntry = z.object({
  id,
  at: timestamp,
  /** Null for the command line; the id for one whose account is gone. */
  admin: z.nullable(z.object({ id: z.nullable(id), name: z.string() })),
  action: z.enum(adminActions),
  /** The address, the invitation's address or note, or what was set. */
  target: z.string(),
});
export type AdminLogEntry = z.output<typeof adminLogEntry>;

export const readAdminLog = forAdmin('GET /admin/log', {
  summary: 'What admins changed, the latest first; before takes the id of an entry.',
  query: z.object({
    before: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.array(adminLogEntry),
});

export const ownerEndpoints = {
  setUp,
  checkSetup,
  checkInvitation,
  startOidc,
  finishOidc,
  signInByOidc,
  createInvitation,
  listInvitations,
  revokeInvitation,
  listUsers,
  readUserStorage,
  createUser,
  updateUser,
  resetUser,
  resetSecondStep,
  signOutUser,
  confirmUser,
  deleteUser,
  readServer,
  updateServer,
  sendTestMail,
  readAdminLog,
};
