import type { BodyInput } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { storage } from '../../lib/storage.ts';
import { call } from '../../lib/api.ts';
import { fallbacks } from './auth.messages.ts';

const KEY = 'pending-email';

/**
 * The address that signed up in this browser and is not confirmed yet, so that no one has to type
 * it again.
 */
export const pendingEmail = {
  get: (): string | null => storage.get(KEY),
  set: (email: string): void => storage.set(KEY, email),
  clear: (): void => storage.remove(KEY),
};

export const logIn = (body: { email: string; password: string }) =>
  call('POST /auth/login', { body, fallback: fallbacks.login });

type Registration = BodyInput<Calls['POST /auth/register']>;

let last: Registration | null = null;

/** What signed up here last, so that its mail can be sent again; kept in memory alone. */
export function lastSignUp(next: Registration | null = last): Registration | null {
  last = next;
  return last;
}

export const register = (body: Registration) =>
  call('POST /auth/register', { body, fallback: fallbacks.register });

export const requestReset = (email: string) =>
  call('POST /auth/forgot-password', { body: { email }, fallback: fallbacks.resetRequest });

export const resetPassword = (token: string, password: string) =>
  call('POST /auth/reset-password', {
    body: { token, new_password: password },
    fallback: fallbacks.reset,
  });

/** Without a token: whether the session in this browser belongs to a confirmed person. */
export const checkConfirmation = (token: string | null) =>
  call('GET /auth/check-email-confirmation', {
    fallback: fallbacks.confirmation,
    // The link proves enough: a stale session in this browser must not stand in its way.
    ...(token && { headers: { 'x-confirmation-token': token }, withoutSession: true }),
  });
