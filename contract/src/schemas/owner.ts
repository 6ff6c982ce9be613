import * as z from 'zod/mini';
import { MAX_INVITATION_SECONDS, MAX_NAME_LENGTH, MIN_INVITATION_SECONDS } from '../limits.ts';
import { password } from './account.ts';
import { email, newPassword, plan, signedIn } from './auth.ts';
import { id, line, lineOrNull, message, page, pageSize, shortText, timestamp } from './common.ts';
import { endpointsFor } from './endpoint.ts';
import { registration } from './features.ts';

const forAnyone = endpointsFor('anyone', null);
const forUser = endpointsFor('user', null);
const forAdmin = endpointsFor('admin', null);

/** Of a link or a code that somebody holds, right or wrong. */
const secret = shortText(1024);

export const setUp = forAnyone('POST /auth/setup', {
  summary:
    'Make the first account that is an admin, with the token that a start prints. The password of an account that is there makes it one.',
  body: z.strictObject({
    token: secret,
    name: line(MAX_NAME_LENGTH),
    email,
    password: newPassword,
  }),
  reply: signedIn,
  errors: ['SETUP_OVER', 'INVALID_CREDENTIALS', 'PASSWORD_TOO_SHORT'],
});

export const startOidc = forAnyone('GET /auth/oidc', {
  summary:
    'Leads (302) to the provider of single sign-on. next is a path of the app to come back to.',
  query: z.object({ next: z.optional(z.string()), invitation: z.optional(z.string()) }),
  reply: 'bytes',
});

export const finishOidc = forAnyone('GET /auth/oidc/callback', {
  summary: 'Where the provider leads back to; leads (302) to the app with a code for one minute.',
  query: z.object({
    code: z.optional(z.string()),
    state: z.optional(z.string()),
    error: z.optional(z.string()),
    iss: z.optional(z.string()),
  }),
  reply: 'bytes',
});

export const signInByOidc = forAnyone('POST /auth/oidc', {
  summary: 'Sign in with the code that the provider led back with. It works once.',
  body: z.strictObject({ code: secret }),
  reply: signedIn,
  errors: [
    'OIDC_CODE_INVALID',
    'OIDC_EMAIL',
    'OIDC_EMAIL_TAKEN',
    'REGISTRATION_INVITED',
    'REGISTRATION_CLOSED',
    'ACCOUNT_DISABLED',
  ],
});

export const openHandover = forUser('POST /auth/handover', {
  summary: 'A link by which another device of mine may ask to be signed in, for two minutes.',
  creates: true,
  answersSecret: true,
  reply: z.object({ id, url: z.string(), expiresAt: timestamp }),
  errors: ['TOO_MANY_HANDOVERS'],
});

export const peekHandover = forAnyone('GET /auth/handover', {
  summary:
    'As whom such a link (header x-handover-token) signs in, with the address masked. Uses nothing up.',
  headers: z.object({ 'x-handover-token': z.optional(z.string()) }),
  reply: z.object({ as: z.string(), expiresAt: timestamp }),
  errors: ['HANDOVER_NOT_FOUND'],
});

export const claimHandover = forAnyone('POST /auth/handover/claim', {
  summary:
    'The other device asks to be signed in; only the first may. Both devices then show the same two digits.',
  body: z.strictObject({ token: secret }),
  answersSecret: true,
  reply: z.object({ claim: z.string(), code: z.string(), expiresAt: timestamp }),
  errors: ['HANDOVER_NOT_FOUND'],
});

export const takeHandover = forAnyone('POST /auth/handover/session', {
  summary: 'The other device asks whether it was let in; its session is given out once.',
  body: z.strictObject({ claim: secret }),
  reply: signedIn,
  errors: ['AUTHORIZATION_PENDING', 'ACCESS_DENIED', 'EXPIRED_TOKEN'],
});

export const readHandover = forUser('GET /auth/handover/{id}', {
  summary: 'Whether the link that this session made was claimed, and by what.',
  params: z.object({ id }),
  reply: z.object({
    id,
    state: z.enum(['open', 'claimed', 'allowed', 'refused']),
    device: z.nullable(z.string()),
    code: z.nullable(z.string()),
    expiresAt: timestamp,
  }),
  errors: ['HANDOVER_NOT_FOUND'],
});

export const decideHandover = forUser('POST /auth/handover/{id}/decision', {
  summary: 'Let the device in that claimed my link, or refuse it.',
  params: z.object({ id }),
  body: z.strictObject({ allow: z.boolean() }),
  reply: 'nothing',
  errors: ['HANDOVER_NOT_FOUND', 'HANDOVER_NOT_WAITING'],
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
    'Disable or enable an account, or make it an admin or none any more. To make one an admin takes my password.',
  params: oneOf,
  body: z
    .strictObject({
      disabled: z.optional(z.boolean()),
      isAdmin: z.optional(z.boolean()),
      password: z.optional(password),
    })
    .check(z.refine((body) => body.disabled !== undefined || body.isAdmin !== undefined)),
  reply: adminUser,
  errors: ['USER_NOT_FOUND', 'NOT_YOURSELF', 'LAST_ADMIN', 'WRONG_PASSWORD', 'SIGN_IN_AGAIN'],
});

export const resetUser = forAdmin('POST /admin/users/{id}/reset', {
  summary: 'A link for an account to choose a new password, for an hour; it is mailed too.',
  params: oneOf,
  answersSecret: true,
  reply: z.object({ url: z.string() }),
  errors: ['USER_NOT_FOUND', 'NOT_YOURSELF', 'NO_PASSWORD_LINKS'],
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
  summary: 'Delete an account as its person could. Takes my password.',
  params: oneOf,
  body: z.strictObject({ password: z.optional(password) }),
  reply: message,
  errors: [
    'USER_NOT_FOUND',
    'NOT_YOURSELF',
    'LAST_ADMIN',
    'WRONG_PASSWORD',
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
});
export type ServerState = z.output<typeof serverState>;

export const readServer = forAdmin('GET /admin/server', {
  summary: 'What runs, what it stores and how much room is left.',
  reply: serverState,
});

export const updateServer = forAdmin('PATCH /admin/server', {
  summary: 'Who may sign up.',
  body: z.strictObject({ registration }),
  reply: serverState,
  errors: ['REGISTRATION_FIXED'],
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
  'user.reset',
  'user.sign-out',
  'user.confirm',
  'user.delete',
  'invitation.create',
  'invitation.revoke',
  'server.registration',
] as const;
export type AdminAction = (typeof adminActions)[number];

export const adminLogEntry = z.object({
  id,
  at: timestamp,
  /** Null for the command line, and for one whose account is gone. */
  admin: z.nullable(z.object({ id, name: z.string() })),
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
  startOidc,
  finishOidc,
  signInByOidc,
  openHandover,
  peekHandover,
  claimHandover,
  takeHandover,
  readHandover,
  decideHandover,
  createInvitation,
  listInvitations,
  revokeInvitation,
  listUsers,
  createUser,
  updateUser,
  resetUser,
  signOutUser,
  confirmUser,
  deleteUser,
  readServer,
  updateServer,
  sendTestMail,
  readAdminLog,
};

export const ownerServerEvents = {
  /** Of a link that this session made: a device asks to be signed in. */
  'handover:claimed': z.object({ id, device: z.string(), code: z.string() }),
} as const;
