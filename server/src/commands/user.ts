import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { migrations } from '../migrations/migrations.ts';
import { loadConfig } from '../config.ts';
import type { Config } from '../core/config.ts';
import { type Db, transact, type Tx, wakeJob } from '../core/db/database.ts';
import { openStoreBeside } from '../core/db/open.ts';
import { bringUpToDate } from '../core/db/migrate.ts';
import { CLOSE_SESSIONS } from '../core/jobs.ts';
import {
  findUser,
  listPendingRegistrations,
  removeResetsOf,
  updateUser,
} from '../auth/auth.queries.ts';
import { removeApiTokensOf } from '../auth/programs.queries.ts';
import { createConfirmedUser } from '../auth/registrations.ts';
import { openReset } from '../auth/resets.ts';
import { removeSessionsOf } from '../auth/sessions.queries.ts';
import { Refusal, requireStore } from './refusal.ts';
import { runToEnd } from './run-command.ts';
import { joinInvitingRooms } from '../rooms/rooms.changes.ts';

const USAGE = 'Usage: npm run user -- confirm|reset|disable|enable EMAIL';

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
    const [registration, ...others] = await listPendingRegistrations(tx, email);
    if (!registration) throw new Refusal(`${email} has not signed up, or too long ago.`);
    // No link was opened: each sign-up of the address may be another user's.
    const isOpen = others.some((each) => each.password_hash !== registration.password_hash);
    await createConfirmedUser(tx, { config, whenConfirmed }, registration, isOpen, Date.now());
    return isOpen
      ? `${email} is confirmed, but was signed up with different passwords, so none counts: npm run user -- reset ${email} makes a link to choose one.`
      : `${email} is confirmed.`;
  },

  async reset(tx: Tx, email: string, config: Config) {
    const user = await known(tx, email);
    if (user.disabled_at !== null) throw new Refusal(`${email} is disabled.`);
    return `Within 60 minutes, ${email} can choose a new password once at:\n${await openReset(tx, config.PUBLIC_URL, user.id)}`;
  },

  async disable(tx: Tx, email: string) {
    const user = await known(tx, email);
    await updateUser(tx, user.id, { disabled_at: Date.now() });
    await removeResetsOf(tx, user.id);
    const ended = await removeSessionsOf(tx, user.id);
    await removeApiTokensOf(tx, user.id);
    await wakeJob(tx, CLOSE_SESSIONS);
    return `${email} is disabled; ${ended.length} session(s) ended.`;
  },

  async enable(tx: Tx, email: string) {
    const user = await known(tx, email);
    await updateUser(tx, user.id, { disabled_at: null });
    return `${email} may log in again.`;
  },
};

await runToEnd(async () => {
  const [name = '', email = '', ...rest] = process.argv.slice(2);
  const action = Object.entries(actions).find(([each]) => each === name)?.[1];
  if (!action || !email || rest.length > 0) throw new Refusal(USAGE);
  const address = canonicalAddress(email.trim()) ?? email.trim().toLowerCase();
  const config = loadConfig(process.env);
  if (config.DATABASE_URL === undefined) requireStore(config.DATA_DIR);
  const store = openStoreBeside(config);
  const { db }: { db: Db } = store;
  try {
    if (!store.beside) await bringUpToDate(store, migrations);
    return await transact(db, (tx) => action(tx, address, config));
  } finally {
    await store.close();
  }
});
