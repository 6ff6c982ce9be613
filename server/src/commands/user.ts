import { createInterface } from 'node:readline/promises';
import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { migrations } from '../migrations/migrations.ts';
import { loadConfig } from '../config.ts';
import type { Config } from '../core/config.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { openStoreBeside, type Store } from '../core/db/open.ts';
import { createOrigins } from '../core/http/own-origins.ts';
import { bringUpToDate } from '../core/db/migrate.ts';
import { removeRegistrationsOf } from '../account/account.queries.ts';
import { deleteWholeAccount } from '../account/deletion.ts';
import { findUser, listPendingRegistrations, updateUser } from '../auth/auth.queries.ts';
import { localPart } from '../auth/registrations.ts';
import { openReset } from '../auth/resets.ts';
import { listOtherSessions } from '../auth/sessions.queries.ts';
import * as changes from '../owner/people.changes.ts';
import { listPeople, type PersonRow } from '../owner/people.queries.ts';
import { Refusal, requireStore } from './refusal.ts';
import { runToEnd } from './run-command.ts';
import { joinInvitingRooms } from '../rooms/rooms.changes.ts';

const USAGE =
  'Usage: npm run user -- list, or npm run user -- create|confirm|reset|reset-second-step|disable|enable|admin|unadmin|delete EMAIL';
const PAGE = 100;

async function known(tx: Tx, email: string) {
  const user = await findUser(tx, email);
  if (!user) throw new Refusal(`${email} has no confirmed account.`);
  return user;
}

const originOf = (config: Config) => createOrigins(config, () => config.PORT).given();

/** Each returns the line for the operator. */
const actions = {
  async create(tx: Tx, email: string, config: Config) {
    if (canonicalAddress(email) === undefined) throw new Refusal(`${email} is no e-mail address.`);
    const { url } = await changes.createAccount(
      tx,
      config,
      originOf(config),
      { name: localPart(email), email },
      null,
    );
    return `Within 24 hours, ${email} can choose a password once at:\n${url}`;
  },

  async confirm(tx: Tx, email: string, config: Config) {
    const user = await findUser(tx, email);
    if (user?.is_confirmed === 1) return `${email} is confirmed already.`;
    const [signUp] = await listPendingRegistrations(tx, email, Date.now());
    const id = user?.id ?? signUp?.id;
    if (id === undefined) throw new Refusal(`${email} has not signed up, or too long ago.`);
    await changes.confirm(tx, { config, whenConfirmed: joinInvitingRooms }, id, null);
    return (await known(tx, email)).has_password === 1
      ? `${email} is confirmed.`
      : `${email} is confirmed, but was signed up with different passwords, so none counts: npm run user -- reset ${email} makes a link to choose one.`;
  },

  async reset(tx: Tx, email: string, config: Config) {
    const user = await known(tx, email);
    if (user.disabled_at !== null) throw new Refusal(`${email} is disabled.`);
    await changes.note(tx, null, 'user.reset', email);
    return `Within 60 minutes, ${email} can choose a new password once at:\n${await openReset(tx, originOf(config), user.id, { isByAdmin: true })}`;
  },

  async 'reset-second-step'(tx: Tx, email: string) {
    const ended = await changes.resetSecondStep(tx, await known(tx, email), null);
    return ended
      ? `${email} signs in with the password alone; ${ended.length} session(s) ended.`
      : `${email} has no second step.`;
  },

  async disable(tx: Tx, email: string) {
    const user = await known(tx, email);
    const sessions = await listOtherSessions(tx, user.id, '');
    await changes.disable(tx, user);
    await changes.note(tx, null, 'user.disable', email);
    return `${email} is disabled; ${sessions.length} session(s) ended.`;
  },

  async enable(tx: Tx, email: string) {
    const user = await known(tx, email);
    await updateUser(tx, user.id, { disabled_at: null });
    await changes.note(tx, null, 'user.enable', email);
    return `${email} may log in again.`;
  },

  async admin(tx: Tx, email: string) {
    await changes.changeAccount(tx, (await known(tx, email)).id, { isAdmin: true }, null);
    return `${email} is an admin.`;
  },

  async unadmin(tx: Tx, email: string) {
    await changes.changeAccount(tx, (await known(tx, email)).id, { isAdmin: false }, null);
    return `${email} is no admin any more.`;
  },
};

const lineOf = ({ email, name, state, is_admin: isAdmin }: PersonRow): string =>
  [email, name, state, ...(isAdmin === 1 ? ['admin'] : [])].join(', ');

async function list({ scans }: Store): Promise<string> {
  const everyone = { words: [], state: undefined, id: undefined };
  const sorting = { sort: 'createdAt', order: 'asc' } as const;
  const lines: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const people = await listPeople(scans, everyone, sorting, { limit: PAGE, offset });
    lines.push(...people.map(lineOf));
    if (people.length < PAGE) return lines.join('\n');
  }
}

/** A script does not ask itself. */
async function ask(question: string): Promise<void> {
  if (!process.stdin.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} Type yes: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new Refusal('Nothing was deleted.');
}

/** The whole program without serving: what hangs on an account goes with it, files and plans too. */
async function remove(config: Config, email: string): Promise<string> {
  const { createApp } = await import('../app.ts');
  const quiet = { ...config, LOG_LEVEL: 'error' } as const;
  const app = await createApp(quiet, { openStore: openStoreBeside });
  try {
    const user = await findUser(app.db, email);
    const signUps = user ? [] : await listPendingRegistrations(app.db, email, Date.now());
    if (!user && signUps.length === 0) throw new Refusal(`${email} has no account.`);
    await ask(`${email} is deleted with all that is theirs, for good.`);
    const noted = (tx: Tx) => changes.note(tx, null, 'user.delete', email);
    if (user) {
      const account = { id: user.id, email };
      await deleteWholeAccount(app, account, (work) => transact(app.db, work), noted);
    } else
      await transact(app.db, async (tx) => {
        await removeRegistrationsOf(tx, email);
        await noted(tx);
      });
    return `${email} is deleted.`;
  } finally {
    await app.close();
  }
}

async function withStore(config: Config, work: (store: Store) => Promise<string>): Promise<string> {
  const store = openStoreBeside(config);
  try {
    if (!store.beside) await bringUpToDate(store, migrations);
    return await work(store);
  } finally {
    await store.close();
  }
}

function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const [name = '', email = '', ...rest] = args;
  const action = Object.entries(actions).find(([each]) => each === name)?.[1];
  const isList = name === 'list' && args.length === 1;
  const isOfOne = (action !== undefined || name === 'delete') && email !== '' && rest.length === 0;
  if (!isList && !isOfOne) throw new Refusal(USAGE);
  const address = canonicalAddress(email.trim()) ?? email.trim().toLowerCase();
  const config = loadConfig(environment);
  if (config.DATABASE_URL === undefined) requireStore(config.DATA_DIR);
  if (isList) return withStore(config, list);
  if (action === undefined) return remove(config, address);
  return withStore(config, ({ db }) => transact(db, (tx) => action(tx, address, config)));
}

export const runUser: typeof run = async (environment, args) => {
  try {
    return await run(environment, args);
  } catch (error) {
    throw error instanceof ProductError ? new Refusal(error.message) : error;
  }
};

if (import.meta.main) await runToEnd(() => runUser(process.env, process.argv.slice(2)));
