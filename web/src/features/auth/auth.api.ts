import type { BodyInput } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { storage } from '../../lib/storage.ts';
import { call } from '../../lib/api.ts';
import { m } from '../../paraglide/messages.js';

/** How long a toast stays that says where to look next. */
export const READABLE = { duration: 5000 } as const;

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

const byStatus =
  (otherwise: string, texts: Record<number, string>) =>
  (status: number): string =>
    texts[status] ?? otherwise;
const REFUSED = { 400: m.auth_invalid_request(), 500: m.auth_server_error() };

export const logIn = (body: { email: string; password: string }) =>
  call('POST /auth/login', {
    body,
    fallback: byStatus(m.auth_login_failed(), { ...REFUSED, 401: m.auth_invalid_credentials() }),
  });

type Registration = BodyInput<Calls['POST /auth/register']>;

let last: Registration | null = null;

/** What signed up here last, so that its mail can be sent again; kept in memory alone. */
export function lastSignUp(next: Registration | null = last): Registration | null {
  last = next;
  return last;
}

export const register = (body: Registration) =>
  call('POST /auth/register', { body, fallback: byStatus(m.auth_registration_failed(), REFUSED) });

export const requestReset = (email: string) =>
  call('POST /auth/forgot-password', { body: { email }, fallback: m.auth_reset_request_failed() });

export const resetPassword = (token: string, password: string) =>
  call('POST /auth/reset-password', {
    body: { token, new_password: password },
    fallback: m.auth_reset_failed(),
  });

/** Without a token: whether the session in this browser belongs to a confirmed person. */
export const checkConfirmation = (token: string | null) =>
  call('GET /auth/check-email-confirmation', {
    fallback: m.auth_confirmation_check_failed(),
    // The link proves enough: a stale session in this browser must not stand in its way.
    ...(token && { headers: { 'x-confirmation-token': token }, withoutSession: true }),
  });
