import { existsSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { migrations } from '../migrations/migrations.ts';
import { loadConfig } from '../config.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { type Db, openStoreBeside, transact, type Tx } from '../platform/database/database.ts';
import { bringUpToDate } from '../platform/database/migrate-store.ts';
import { removeApiTokensOf } from '../modules/auth/api-tokens.queries.ts';
import {
  removeResetsOf,
  findPendingRegistration,
  findUser,
  setDisabled,
} from '../modules/auth/auth.queries.ts';
import { createConfirmedUser } from '../modules/auth/registrations.ts';
import { openReset } from '../modules/auth/resets.ts';
import { removeSessionsOf } from '../modules/auth/sessions.queries.ts';
import { printableLines } from '../platform/printable.ts';
import { joinInvitingRooms } from '../modules/rooms/join-room.ts';

const USAGE = 'Usage: npm run user -- confirm|reset|disable|enable EMAIL';

/** What keeps the command from being done; its message is all the operator needs to read. */
class Refusal extends Error {}

async function known(tx: Tx, email: string) {
  const user = await findUser(tx, email);
  if (!user) throw new Refusal(`${email} has no confirmed account.`);
  return user;
}

async function whenConfirmed(tx: Tx, user: { id: string; email: string }) {
  await joinInvitingRooms(tx, user);
  return () => {};
}

/** Each returns the line for the operator. */
const actions = {
  async confirm(tx: Tx, email: string, config: Config) {
    if (await findUser(tx, email)) return `${email} is confirmed already.`;
    const registration = await findPendingRegistration(tx, email);
    if (!registration) throw new Refusal(`${email} has not signed up, or too long ago.`);
    const billing = config.STRIPE_SECRET_KEY !== undefined;
    await createConfirmedUser(
      tx,
      { billing, secret: config.APP_SECRET, whenConfirmed },
      registration,
      Date.now(),
    );
    return `${email} is confirmed.`;
  },

  async reset(tx: Tx, email: string, config: Config) {
    const user = await known(tx, email);
    if (user.disabled_at !== null) throw new Refusal(`${email} is disabled.`);
    return `Within 60 minutes, ${email} can choose a new password once at:\n${await openReset(tx, config.PUBLIC_URL, user.id)}`;
  },

  async disable(tx: Tx, email: string) {
    const user = await known(tx, email);
    await setDisabled(tx, user.id, Date.now());
    await removeResetsOf(tx, user.id);
    const ended = await removeSessionsOf(tx, user.id);
    await removeApiTokensOf(tx, user.id);
    return `${email} is disabled; ${ended.length} session(s) ended.`;
  },

  async enable(tx: Tx, email: string) {
    const user = await known(tx, email);
    await setDisabled(tx, user.id, null);
    return `${email} may log in again.`;
  },
};

async function perform(
  action: (tx: Tx, email: string, config: Config) => Promise<string>,
  email: string,
): Promise<string> {
  const config = loadConfig(process.env);
  if (
    config.DATABASE_URL === undefined &&
    !existsSync(path.join(config.DATA_DIR, 'clipline.sqlite'))
  ) {
    throw new Refusal(
      `There is no store in ${config.DATA_DIR}. Set DATA_DIR as the service has it.`,
    );
  }
  const store = openStoreBeside(config);
  const { db }: { db: Db } = store;
  try {
    if (!store.beside) await bringUpToDate(store, migrations);
    return await transact(db, (tx) => action(tx, email, config));
  } finally {
    await store.close();
  }
}

try {
  const [name = '', email = '', ...rest] = process.argv.slice(2);
  const action = Object.entries(actions).find(([each]) => each === name)?.[1];
  if (!action || !email || rest.length > 0) throw new Refusal(USAGE);
  const address = canonicalAddress(email.trim()) ?? email.trim().toLowerCase();
  // Addresses of old may hold anything.
  console.log(printableLines(await perform(action, address)));
} catch (error) {
  const expected = error instanceof Refusal || error instanceof ConfigError;
  console.error(printableLines(expected ? error.message : inspect(error)));
  process.exitCode = 1;
}
