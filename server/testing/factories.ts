import type { Session, User } from '@clipline/contract/schemas/auth.ts';
import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import type { App } from '../src/core/app.ts';
import { transact } from '../src/core/db/database.ts';
import { newId } from '../src/core/ids.ts';
import { issueApiToken } from '../src/auth/api-tokens.ts';
import { insertUser } from '../src/auth/auth.queries.ts';
import { hashPassword } from '../src/auth/passwords.ts';
import { startSession } from '../src/auth/sessions.ts';

export const TEST_PASSWORD = 'correct horse battery';
export const LOW_COST = { memory: 8, passes: 1, parallelism: 1 };

export interface Person {
  readonly user: User;
  readonly session: Session;
  readonly headers: { readonly authorization: string };
}

let people = 0;

/**
 * A confirmed user with an open session, written into the store: the way through mail and argon2
 * has tests of its own.
 */
export async function signUp(
  app: Pick<App, 'store'>,
  { email = `person${String(++people).padStart(5, '0')}@example.com`, name = 'Test Person' } = {},
): Promise<Person> {
  const { db } = app.store;
  const now = Date.now();
  const row = {
    id: newId(),
    email: email.toLowerCase(),
    name,
    password_hash: await hashPassword(TEST_PASSWORD),
    created_at: now,
  };
  await insertUser(db, row);
  const session = await signIn(app, row.id);
  return {
    user: {
      id: row.id,
      name,
      email: row.email,
      createdAt: new Date(now).toISOString(),
      plan: 'advanced',
      trialEndsAt: null,
      isAdmin: false,
    },
    session,
    headers: bearer(session),
  };
}

export async function makeToken(
  app: Pick<App, 'store'>,
  userId: string,
  granted: readonly Scope[] = scopes,
  expiresAt: number | null = null,
) {
  const wanted = { userId, name: 'test', scopes: granted, expiresAt };
  const { token, row } = await transact(app.store.db, (tx) =>
    issueApiToken(tx, wanted, Date.now()),
  );
  return { id: row.id, token, headers: { authorization: `Bearer ${token}` } };
}

export const signIn = (app: Pick<App, 'store'>, userId: string): Promise<Session> =>
  startSession(app.store.db, userId, 'test');

export const bearer = (session: Session) => ({ authorization: `Bearer ${session.access_token}` });
