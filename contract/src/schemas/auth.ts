import * as z from 'zod/mini';
import {
  MIN_PASSWORD_LENGTH,
  MIN_RESET_PASSWORD_LENGTH,
  MAX_PASSWORD_LENGTH,
  EMAIL_PATTERN,
  MAX_NAME_LENGTH,
} from '../limits.ts';
import { canonicalAddress } from '../addresses.ts';
import { anyText, failsAs, id, line, message, shortText, timestamp, withoutNul } from './common.ts';
import { endpoint, endpointsFor } from './endpoint.ts';

const forAnyone = endpointsFor('anyone', null);

export const email = z.pipe(
  shortText(254).check(
    z.regex(EMAIL_PATTERN),
    z.refine((address: string) => canonicalAddress(address) !== undefined),
  ),
  z.transform((address: string) => canonicalAddress(address) ?? address),
);

export const plan = z.enum(['trial', 'basic', 'pro', 'advanced']);
export type Plan = z.output<typeof plan>;

export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  createdAt: timestamp,
  /** `advanced` while billing is off; null when neither trial nor paid plan is there. */
  plan: z.nullable(plan),
  trialEndsAt: z.nullable(timestamp),
  isAdmin: z.boolean(),
});
export type User = z.output<typeof user>;

export const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
});
export type Session = z.output<typeof session>;

/** Of every way to sign in. */
export const signedIn = z.object({ user, session });

/** In the order in which they are offered; none where nothing that was set up works any more. */
export const stepMethod = z.enum(['passkey', 'authenticator', 'recovery']);
export type StepMethod = z.output<typeof stepMethod>;

/** In place of a session, for an account with two-step sign-in. */
export const asksForStep = z.object({
  step: z.object({ token: z.string(), methods: z.array(stepMethod), expiresAt: timestamp }),
});
export type Step = z.output<typeof asksForStep>['step'];

/** Of the ways that take a password, or what stands for one. */
export const signedInOrStep = z.union([signedIn, asksForStep]);
export type SignedInOrStep = z.output<typeof signedInOrStep>;

export const newPassword = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, failsAs('PASSWORD_TOO_SHORT')),
    z.maxLength(MAX_PASSWORD_LENGTH),
    withoutNul,
  );

export const login = forAnyone('POST /auth/login', {
  summary: 'Sign in with e-mail and password.',
  body: z.strictObject({
    email: shortText(1024),
    password: z.string().check(z.maxLength(MAX_PASSWORD_LENGTH), withoutNul),
  }),
  reply: signedInOrStep,
  errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'ACCOUNT_DISABLED', 'PASSWORDS_OFF'],
});

export const register = forAnyone('POST /auth/register', {
  summary:
    'Create an account; a mail with a confirmation link follows. The answer is the same for an address already taken. With an invitation that was mailed to the address it signs in at once.',
  body: z.strictObject({
    name: line(MAX_NAME_LENGTH),
    email,
    password: newPassword,
    invitation: z.optional(shortText(1024)),
  }),
  creates: true,
  reply: z.extend(message, z.partial(signedIn).shape),
  errors: [
    'PASSWORD_TOO_SHORT',
    'REGISTRATION_INVITED',
    'REGISTRATION_CLOSED',
    'INVITATION_OVER',
    'INVITATION_OTHER_ADDRESS',
    'PASSWORDS_OFF',
  ],
});

export const logout = endpoint('POST /auth/logout', {
  access: 'user',
  scope: null,
  withoutSecondStep: true,
  summary: 'End the session of the access token.',
  endsRights: true,
  reply: message,
});

export const checkEmailConfirmation = forAnyone('GET /auth/check-email-confirmation', {
  summary:
    'Confirm an address with the token of the mail (header x-confirmation-token), or tell whether the session is of a confirmed user.',
  headers: z.object({ 'x-confirmation-token': z.optional(anyText) }),
  changes: true,
  reply: z.object({ confirmed: z.boolean() }),
  errors: ['CONFIRMATION_EXPIRED'],
});

export const refresh = forAnyone('POST /auth/refresh', {
  summary:
    'Trade a refresh token (header x-refresh-token) for a new pair, also given as headers x-access-token and x-refresh-token.',
  headers: z.object({ 'x-refresh-token': z.optional(anyText) }),
  /** Not looked at: a token there is none, which is 401 like any other call without one. */
  body: z.unknown(),
  reply: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  errors: ['UNAUTHORIZED'],
});

export const forgotPassword = forAnyone('POST /auth/forgot-password', {
  summary:
    'Send a password reset link, if the address has an account. The answer is always the same.',
  body: z.strictObject({ email }),
  reply: message,
  errors: ['PASSWORDS_OFF'],
});

export const resetPassword = forAnyone('POST /auth/reset-password', {
  summary: 'Set a new password with the token of the mail. Ends every session of the user.',
  body: z.strictObject({
    token: shortText(1024),
    new_password: z
      .string()
      .check(
        z.minLength(MIN_RESET_PASSWORD_LENGTH, failsAs('NEW_PASSWORD_TOO_SHORT')),
        z.maxLength(MAX_PASSWORD_LENGTH),
        withoutNul,
      ),
  }),
  reply: message,
  errors: ['INVALID_RESET_TOKEN', 'NEW_PASSWORD_TOO_SHORT', 'PASSWORDS_OFF'],
});

export const authEndpoints = {
  login,
  register,
  logout,
  checkEmailConfirmation,
  refresh,
  forgotPassword,
  resetPassword,
};
