import * as z from 'zod/mini';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './account-rules.ts';
import { failsAs, id, line, message, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Raised when a reader of exports would have to change. */
export const EXPORT_VERSION = 1;

export const openSession = z.object({
  id,
  /** The one the call came with. */
  current: z.boolean(),
  /** Such as 'Firefox on Windows'. */
  device: z.string(),
  createdAt: timestamp,
  /** To the hour. */
  lastUsedAt: timestamp,
});
export type OpenSession = z.output<typeof openSession>;

/** Of any length: a wrong one is refused by its own name. */
const password = z.string().check(z.maxLength(MAX_PASSWORD_LENGTH));

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  access: 'user',
  summary: 'Where I am signed in: the session of the call first, then those used last.',
  reply: z.array(openSession),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/{id}',
  access: 'user',
  summary: 'Sign one of my devices out, at once.',
  params: z.object({ id }),
  reply: message,
  errors: ['SESSION_NOT_FOUND'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/account/sessions/end-others',
  access: 'user',
  summary: 'Sign every other device of mine out, at once.',
  reply: z.object({ ended: z.number() }),
});

export const renameAccount = endpoint({
  method: 'PATCH',
  path: '/account',
  access: 'user',
  summary: 'Change my name.',
  body: z.strictObject({ name: line(100) }),
  reply: z.object({ name: z.string() }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/account/password',
  access: 'user',
  summary: 'Set a new password. Ends my other sessions.',
  body: z.strictObject({
    password,
    new_password: z.string().check(z.minLength(MIN_PASSWORD_LENGTH, failsAs('PASSWORD_TOO_SHORT')), z.maxLength(MAX_PASSWORD_LENGTH)),
  }),
  reply: message,
  errors: ['WRONG_PASSWORD', 'PASSWORD_TOO_SHORT'],
});

export const exportAccount = endpoint({
  method: 'GET',
  path: '/account/export',
  access: 'user',
  summary: 'Everything of mine as a ZIP: profile, clips, the rooms I own and my desktop, with their files.',
  reply: 'bytes',
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/account',
  access: 'user',
  summary:
    'Delete my account with clips, desktop and the rooms I own. What I added to rooms of others stays there without my name. A repeat finishes what was interrupted.',
  body: z.strictObject({ password }),
  reply: message,
  errors: ['WRONG_PASSWORD', 'PAYMENT_SERVICE_FAILED'],
});

export const accountEndpoints = {
  listSessions,
  endSession,
  endOtherSessions,
  renameAccount,
  changePassword,
  exportAccount,
  deleteAccount,
};
