import { searchWords } from '@clipline/contract/folding.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import { transact, type Tx } from '../core/db/database.ts';
import type { Change } from '../core/http/current-user.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { findUserById } from '../auth/auth.queries.ts';
import { checkPassword } from '../auth/passwords.ts';
import { removeRegistrationsOf } from '../account/account.queries.ts';
import { deleteWholeAccount } from '../account/deletion.ts';
import * as changes from './people.changes.ts';
import { countPeople, listPeople } from './people.queries.ts';
import { presentPerson } from './owner.present.ts';

const PAGE_SIZE = 20;

export function servePeople(app: App): void {
  serve(app, endpoints.listUsers, listUsers);
  serve(app, endpoints.createUser, createUser);
  serve(app, endpoints.updateUser, updateUser);
  serve(app, endpoints.resetUser, resetUser);
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

function requirePasswordLinks({ config }: App): void {
  if (config.PASSWORDS === 'off') throw new ProductError('NO_PASSWORD_LINKS');
}

async function createUser(
  { user, body, change, reply }: Call<typeof endpoints.createUser>,
  app: App,
) {
  requirePasswordLinks(app);
  const made = await change((tx) => changes.createAccount(tx, app.config, body, user.id));
  reply.code(201);
  return made;
}

type OfOne = Pick<Call<typeof endpoints.confirmUser>, 'user' | 'params'>;

function refuseOneself({ user, params }: OfOne): void {
  if (params.id === user.id) throw new ProductError('NOT_YOURSELF');
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
  refuseOneself(call);
  if (body.isAdmin === true) await checkPassword(app, user, address, body.password);
  const change = deposing(call, app);
  const ended = await change((tx) => changes.changeAccount(tx, params.id, body, user.id));
  for (const id of ended) app.channels.disconnectSession(id);
  const filter = { words: [], state: undefined, id: params.id };
  const sorting = { sort: 'createdAt', order: 'desc' } as const;
  const [row] = await listPeople(app.db, filter, sorting, { limit: 1, offset: 0 });
  if (!row) throw new ProductError('USER_NOT_FOUND');
  return presentPerson(app, row);
}

async function resetUser(call: Call<typeof endpoints.resetUser>, app: App) {
  const { user, params, change } = call;
  requirePasswordLinks(app);
  refuseOneself(call);
  const url = await change(async (tx) => {
    const account = await changes.requireAccount(tx, params.id);
    await changes.note(tx, user.id, 'user.reset', account.email);
    return changes.makePasswordLink(tx, app.config, account, 'reset-by-admin');
  });
  return { url };
}

async function signOutUser(call: Call<typeof endpoints.signOutUser>, { channels }: App) {
  const { user, params, change } = call;
  refuseOneself(call);
  const ended = await change(async (tx) => {
    const { id, email } = (await findUserById(tx, params.id)) ?? {
      id: params.id,
      email: (await changes.requireSignUp(tx, params.id)).email,
    };
    await changes.note(tx, user.id, 'user.sign-out', email);
    return changes.endSessions(tx, id);
  });
  for (const id of ended) channels.disconnectSession(id);
  return { message: 'Signed out everywhere' };
}

async function confirmUser({ user, params, change }: Call<typeof endpoints.confirmUser>, app: App) {
  const afterwards = await change((tx) => changes.confirm(tx, app, params.id, user.id));
  afterwards();
  return { message: 'Address confirmed' };
}

async function deleteUser(call: Call<typeof endpoints.deleteUser>, app: App) {
  const { user, params, body, address } = call;
  refuseOneself(call);
  await checkPassword(app, user, address, body.password);
  const account = await findUserById(app.db, params.id);
  const change = deposing(call, app);
  const noted = (tx: Tx, email: string) => changes.note(tx, user.id, 'user.delete', email);
  if (account)
    await deleteWholeAccount(app, account, (work) =>
      change(async (tx) => {
        await noted(tx, account.email);
        return work(tx);
      }),
    );
  else
    await change(async (tx) => {
      const { email } = await changes.requireSignUp(tx, params.id);
      await removeRegistrationsOf(tx, email);
      await noted(tx, email);
    });
  return { message: 'Account deleted' };
}
