import { randomBytes } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import type * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { whereWritable } from '../core/db/errors.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import type { Call } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { HOUR_MS } from '../core/time.ts';
import * as users from '../auth/auth.queries.ts';
import { hashPassword, signUpSalt, turnOf } from '../auth/passwords.ts';
import { confirmUser, createConfirmedUser } from '../auth/registrations.ts';
import { checkCredentials, signIn } from '../auth/sign-in.ts';
import { ownerLimits } from './owner.limits.ts';
import { findCode, hasAdmin, insertCode, removeSetups, takeCode } from './owner.queries.ts';

const SETUP_MS = HOUR_MS;
const TOKEN_BYTES = 16;

/**
 * The path of a link by which the first account is made, undefined where somebody runs this server.
 * Those that were printed before end.
 */
export function openSetup({ db }: Pick<App, 'db'>): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const opened = transact(db, async (tx) => {
    await removeSetups(tx);
    if (await hasAdmin(tx)) return undefined;
    await insertCode(tx, {
      code_hash: hashToken(token),
      kind: 'setup',
      about: '',
      expires_at: Date.now() + SETUP_MS,
    });
    return `/setup#token=${token}`;
  });
  // A disk that is full keeps nobody from what is there.
  return whereWritable(opened);
}

/** Undefined where nobody has the address; a sign-up that waits has it as an account does. */
async function whoseIs(
  app: App,
  { email, password }: { readonly email: string; readonly password: string },
  address: string,
): Promise<users.KnownUser | 'sign-up' | undefined> {
  const isKnown = (await users.findUser(app.db, email)) !== undefined;
  if (!isKnown && (await users.listPendingRegistrations(app.db, email, Date.now())).length === 0)
    return undefined;
  try {
    return await checkCredentials(app, email, password, address);
  } catch (error) {
    if (error instanceof ProductError && error.code === 'EMAIL_NOT_CONFIRMED') return 'sign-up';
    throw error;
  }
}

const isOpen = async ({ db }: App, tokenHash: string) =>
  (await findCode(db, 'setup', tokenHash, Date.now())) !== undefined && !(await hasAdmin(db));

export async function checkSetup(
  { body, address }: Call<typeof endpoints.checkSetup>,
  app: App,
): Promise<void> {
  await app.limits.take(ownerLimits.setupChecks, { address });
  if (!(await isOpen(app, hashToken(body.token)))) throw new ProductError('SETUP_OVER');
}

export async function setUp(
  { body, address, request, reply }: Call<typeof endpoints.setUp>,
  app: App,
) {
  const { name, email, password } = body;
  const tokenHash = hashToken(body.token);
  if (!(await isOpen(app, tokenHash))) {
    await app.limits.take(ownerLimits.tokenGuesses, { address });
    throw new ProductError('SETUP_OVER');
  }
  const known = await whoseIs(app, body, address);
  const salt = signUpSalt(app.config.APP_SECRET, email);
  const passwordHash = await hashPassword(password, { from: turnOf(address), salt });

  async function accountIn(tx: Tx, now: number): Promise<users.KnownUser> {
    const user = await users.findUser(tx, email);
    // Somebody else may have come by this address since the password was compared.
    const expected = typeof known === 'object' ? known.password_hash : undefined;
    if (user?.password_hash !== expected) throw new ProductError('INVALID_CREDENTIALS');
    if (user?.is_confirmed === 0) await confirmUser(tx, app, user, now);
    if (!user) {
      const signUp = (await users.listPendingRegistrations(tx, email, now)).find(
        (each) => each.password_hash === passwordHash,
      );
      if (known === 'sign-up' && !signUp) throw new ProductError('INVALID_CREDENTIALS');
      const language = languageOfBrowser(request) ?? null;
      const made = signUp ?? { id: newId(), name, email, password_hash: passwordHash, language };
      await createConfirmedUser(tx, app, made, false, now);
    }
    return users.requireUserWith(tx, email);
  }

  return signIn(app, { request, reply }, 'setup', async (tx) => ({
    user: typeof known === 'object' ? await accountIn(tx, Date.now()) : undefined,
    about: tokenHash,
    bring: (each) => becomeFirst(each, tokenHash, () => accountIn(each, Date.now())),
  }));
}

/** Throws SETUP_OVER. */
export async function becomeFirst(
  tx: Tx,
  tokenHash: string,
  find: () => Promise<Pick<users.KnownUser, 'id'>>,
): Promise<users.KnownUser> {
  const isFirst = !(await hasAdmin(tx)) && (await takeCode(tx, 'setup', tokenHash, Date.now()));
  if (!isFirst) throw new ProductError('SETUP_OVER');
  const { id } = await find();
  await removeSetups(tx);
  return users.updateUser(tx, id, { is_admin: 1, disabled_at: null });
}
