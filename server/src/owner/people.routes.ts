import { searchWords } from '@clipline/contract/folding.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import type { Change } from '../core/http/current-user.ts';
import { callerGone } from '../core/http/guard.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { findUserById, type KnownUser } from '../auth/auth.queries.ts';
import { ACCOUNT_ACT, METHOD_ACT, requireConfirmedBy } from '../auth/confirmations.ts';
import { requirePasswords } from '../auth/sign-in.ts';
import { removeRegistrationsOf } from '../account/account.queries.ts';
import { deleteWholeAccount } from '../account/deletion.ts';
import { storageOf } from '../account/storage.ts';
import * as changes from './people.changes.ts';
import { countPeople, listPeople } from './people.queries.ts';
import { presentPerson } from './owner.present.ts';

const PAGE_SIZE = 20;

export function servePeople(app: App): void {
  serve(app, endpoints.listUsers, listUsers);
  serve(app, endpoints.readUserStorage, readUserStorage);
  serve(app, endpoints.createUser, createUser);
  serve(app, endpoints.updateUser, updateUser);
  serve(app, endpoints.resetUser, resetUser);
  serve(app, endpoints.resetSecondStep, resetSecondStep);
  serve(app, endpoints.signOutUser, signOutUser);
  serve(app, endpoints.confirmUser, confirmUser);
  serve(app, endpoints.deleteUser, deleteUser);
}

async function listUsers({ query }: Call<typeof endpoints.listUsers>, app: App) {
  const { search = '', state, page = 1, pageSize = PAGE_SIZE } = query;
  const { sort = 'createdAt', order = 'desc' } = query;
  const { scans } = app.store;
  const filter = { words: searchWords(search), state, id: undefined };
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const rows = await listPeople(scans, filter, { sort, order }, slice);
  const total = await countPeople(scans, filter);
  return { users: rows.map((row) => presentPerson(app, row)), total };
}

async function readUserStorage(call: Call<typeof endpoints.readUserStorage>, app: App) {
  const { user, params, reply } = call;
  if (!(await findUserById(app.db, params.id))) throw new ProductError('USER_NOT_FOUND');
  return app.longReads.run(user.id, callerGone(reply), (scans) => storageOf(app, scans, params.id));
}

function requirePasswordLinks({ config }: App): void {
  if (config.PASSWORDS === 'off') throw new ProductError('NO_PASSWORD_LINKS');
}

async function createUser(
  { user, body, change, request, reply }: Call<typeof endpoints.createUser>,
  app: App,
) {
  requirePasswordLinks(app);
  const origin = app.origins.given(request.headers.host);
  const made = await change((tx) => changes.createAccount(tx, app.config, origin, body, user));
  reply.code(201);
  return made;
}

type OfOne = Pick<Call<typeof endpoints.confirmUser>, 'user' | 'params'>;

function refuseOneself({ user, params }: OfOne): void {
  if (params.id === user.id) throw new ProductError('NOT_YOURSELF');
}

/** Undefined for a sign-up that waits. Throws USER_NOT_FOUND. */
async function findAccount({ db }: App, id: string): Promise<KnownUser | undefined> {
  const account = await findUserById(db, id);
  if (!account) await changes.requireSignUp(db, id);
  return account;
}

/**
 * What the work refuses goes before whether the caller is still an admin: of two who depose each
 * other the second is told that one must stay.
 */
const deposing =
  ({ request }: Pick<Call<typeof endpoints.updateUser>, 'request'>, { db }: App): Change =>
  (work) =>
    transact(db, async (tx) => {
      const done = await work(tx);
      await request.call.rights.check(tx);
      return done;
    });

async function updateUser(call: Call<typeof endpoints.updateUser>, app: App) {
  const { user, params, body, address } = call;
  if (body.disabled !== undefined || body.isAdmin !== undefined) refuseOneself(call);
  const account = await findAccount(app, params.id);
  const deposes = account?.is_admin === 1 && (body.disabled === true || body.isAdmin === false);
  if (deposes || body.isAdmin === true)
    await requireConfirmedBy(app, user, ACCOUNT_ACT, { address, password: body.password });
  const change = deposing(call, app);
  const ended = await change((tx) => changes.changeAccount(tx, params.id, body, user));
  for (const id of ended) app.channels.disconnectSession(id);
  app.requireSpace.lookAgain(params.id);
  const filter = { words: [], state: undefined, id: params.id };
  const sorting = { sort: 'createdAt', order: 'desc' } as const;
  const [row] = await listPeople(app.store.scans, filter, sorting, { limit: 1, offset: 0 });
  if (!row) throw new ProductError('USER_NOT_FOUND');
  return presentPerson(app, row);
}

async function resetUser(call: Call<typeof endpoints.resetUser>, app: App) {
  const { user, params, body, address, change, request } = call;
  requirePasswordLinks(app);
  refuseOneself(call);
  await findAccount(app, params.id);
  await requireConfirmedBy(app, user, ACCOUNT_ACT, { address, password: body?.password });
  const url = await change(async (tx) => {
    const account = await changes.requireAccount(tx, params.id);
    await changes.note(tx, user, 'user.reset', account.email);
    const origin = app.origins.given(request.headers.host);
    return changes.makePasswordLink(tx, app.config, origin, account, 'reset-by-admin');
  });
  return { url };
}

async function resetSecondStep(call: Call<typeof endpoints.resetSecondStep>, app: App) {
  const { user, params, body, address, change } = call;
  requirePasswords(app);
  refuseOneself(call);
  const account = await findAccount(app, params.id);
  await requireConfirmedBy(app, user, METHOD_ACT, { address, password: body?.password });
  const ended = await change(async (tx) => {
    const now = account && (await findUserById(tx, account.id));
    return now && changes.resetSecondStep(tx, now, user);
  });
  for (const id of ended ?? []) app.channels.disconnectSession(id);
  return { message: 'Second step reset' };
}

async function signOutUser(call: Call<typeof endpoints.signOutUser>, { channels }: App) {
  const { user, params, change } = call;
  refuseOneself(call);
  const ended = await change(async (tx) => {
    const { id, email } = (await findUserById(tx, params.id)) ?? {
      id: params.id,
      email: (await changes.requireSignUp(tx, params.id)).email,
    };
    await changes.note(tx, user, 'user.sign-out', email);
    return changes.endSessions(tx, id);
  });
  for (const id of ended) channels.disconnectSession(id);
  return { message: 'Signed out everywhere' };
}

async function confirmUser({ user, params, change }: Call<typeof endpoints.confirmUser>, app: App) {
  await change((tx) => changes.confirm(tx, app, params.id, user));
  return { message: 'Address confirmed' };
}

async function deleteUser(call: Call<typeof endpoints.deleteUser>, app: App) {
  const { user, params, body, address } = call;
  refuseOneself(call);
  const account = await findAccount(app, params.id);
  await requireConfirmedBy(app, user, ACCOUNT_ACT, { address, password: body?.password });
  const change = deposing(call, app);
  const noted = (tx: Tx, email: string) => changes.note(tx, user, 'user.delete', email);
  if (account) await deleteWholeAccount(app, account, change, (tx) => noted(tx, account.email));
  else
    await change(async (tx) => {
      const { email } = await changes.requireSignUp(tx, params.id);
      await removeRegistrationsOf(tx, email);
      await noted(tx, email);
    });
  return { message: 'Account deleted' };
}
