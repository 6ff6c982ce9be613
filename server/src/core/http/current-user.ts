import { ProductError } from '@clipline/contract/errors.ts';
import type { NeededScope, Scope } from '@clipline/contract/scopes.ts';
import { type Db, transact, type Tx } from '../db/database.ts';

export interface Program {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: number;
  readonly sessionId: string;
  readonly program: Program | null;
  readonly isAdmin: boolean;
  /** The server asks them for a second step first. */
  readonly isRestricted: boolean;
}

export type Identify = (accessToken: string, isNoted?: boolean) => Promise<CurrentUser | null>;

export type IdentifySession = (db: Db, sessionId: string) => Promise<CurrentUser | null>;

export const API_TOKEN_PREFIX = 'clipline_';
export const isApiToken = (text: string): boolean => text.startsWith(API_TOKEN_PREFIX);

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;

export const bearerToken = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (BEARER.exec(header)?.[1] ?? '');

export const hasScope = (user: Pick<CurrentUser, 'program'> | null, scope: NeededScope): boolean =>
  !user?.program || scope === 'any' || (scope !== null && user.program.scopes.includes(scope));

export function requireScope(user: CurrentUser | null, scope: NeededScope): void {
  if (hasScope(user, scope)) return;
  throw scope === null
    ? new ProductError('TOKEN_NOT_ALLOWED')
    : new ProductError('SCOPE_MISSING', { scope });
}

export type Check = (user: CurrentUser | null) => void;

/** For everybody else it is as if there were no such call. */
export const requireAdmin: Check = (user) => {
  if (!user?.isAdmin) throw new ProductError('NOT_FOUND');
};

export const requireSecondStep: Check = (user) => {
  if (user?.isRestricted) throw new ProductError('SECOND_STEP_REQUIRED');
};

export type Change = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export function rightsOf(store: Db, identifySession: IdentifySession, user: CurrentUser | null) {
  const ensured: Check[] = [];
  async function check(db: Db): Promise<void> {
    if (!user) return;
    const now = await identifySession(db, user.sessionId);
    if (!now) throw new ProductError('UNAUTHORIZED');
    for (const each of ensured) each(now);
  }
  const within =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      await check(tx);
      return work(tx);
    };
  return {
    check,
    within,
    change: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transact(store, within(work)),
    ensure(each: Check): void {
      each(user);
      ensured.push(each);
    },
  };
}

export type Rights = ReturnType<typeof rightsOf>;
