import type { Plan } from '@clipline/contract/schemas/auth.ts';
import type { Db } from '../database/database.ts';

/** The signed-in person behind a call, and the session it came with. */
export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: number;
  readonly plan: Plan | null;
  readonly trialEndsAt: number | null;
  readonly sessionId: string;
}

/**
 * Tells whose access token this is, null when it is wrong, expired or revoked. Filled by the
 * accounts module.
 */
export type Identify = (accessToken: string) => Promise<CurrentUser | null>;

/** Who a session belongs to that is still open, null when it ended. Filled by the accounts module. */
export type IdentifySession = (db: Db, sessionId: string) => Promise<CurrentUser | null>;

/**
 * The plan that a user is on now, null after the trial without one. Filled by the accounts module.
 */
export type PlanOf = (db: Db, userId: string) => Promise<Plan | null>;

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

/**
 * The token of an Authorization header; undefined without one; '' when the header is no bearer
 * token.
 */
export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (BEARER.exec(header)?.[1] ?? '');
