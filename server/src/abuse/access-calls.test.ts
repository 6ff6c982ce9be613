import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { type ErrorCode, errors } from '@clipline/contract/errors.ts';
import type { NeededScope, Scope } from '@clipline/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scene, scenes, type Standing, stateOf } from '../../testing/access-scenes.ts';
import {
  type AccessRow,
  accessTable,
  type Caller,
  type TokenColumn,
  tokenColumns,
} from '../../testing/access-table.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { makeToken, type Person, TEST_PASSWORD } from '../../testing/factories.ts';
import { closeLinks, sealedBytes } from '../../testing/links.ts';
import { subscription } from '../../testing/push.ts';
import { tables } from '../../testing/sample-store.ts';
import { billingSettings, StripeServer } from '../../testing/stripe-server.ts';
import { newId } from '../core/ids.ts';

const rows = accessTable('Calls');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const byName = new Map(
  Object.values<Endpoint>(endpoints).map((endpoint) => [nameOf(endpoint), endpoint]),
);

test('every call of the contract has its row, and every row its call', () => {
  expect([...new Set(rows.map(({ what }) => what))].toSorted()).toEqual(
    [...byName.keys()].toSorted(),
  );
});

test('every row says something else', () => {
  expect(new Set(rows.map(({ what, about }) => `${what} ${about}`)).size).toBe(rows.length);
  for (const { expected } of rows)
    expect([...expected.keys()]).toEqual(
      expect.arrayContaining(['anonymous', 'stranger', 'owner']),
    );
});

/** A column of the table, or a token, or a session that there never was. */
type Asker = Caller | TokenColumn['caller'] | 'made up';

interface Asked {
  readonly row: AccessRow;
  readonly scene: Scene;
  readonly caller: Asker;
  readonly standing: Standing;
  readonly wanted: string;
}
interface Sent {
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Fields beside the file of an upload. */
  readonly fields?: Record<string, string>;
  readonly file?: Uint8Array<ArrayBuffer>;
}

/** Of an authenticator, as far as its form goes. */
const answerOf = (more: Record<string, string>) => ({
  id: 'made-up',
  rawId: 'made-up',
  type: 'public-key',
  response: { clientDataJSON: '', authenticatorData: '', ...more },
});

/** What each call sends, where it sends anything. */
const sending: Readonly<Record<string, (asked: Asked) => Sent>> = {
  'POST /auth/login': ({ row, scene }) => ({
    body: {
      email: scene.secret,
      password: row.about === 'a wrong password' ? 'something else' : TEST_PASSWORD,
    },
  }),
  'POST /auth/register': ({ scene }) => ({
    body: { name: 'New', email: scene.secret, password: TEST_PASSWORD },
  }),
  'POST /auth/refresh': ({ standing }) => ({ headers: { 'x-refresh-token': standing.link ?? '' } }),
  'POST /auth/forgot-password': ({ scene }) => ({ body: { email: scene.secret } }),
  'POST /auth/reset-password': ({ standing }) => ({
    body: { token: standing.link ?? 'made up', new_password: 'a new password' },
  }),
  'POST /account/tokens': ({ caller }) => ({
    body: { name: 'New', scopes: ['export'], expiresInDays: 1, password: passwordOf(caller) },
  }),
  'POST /auth/setup': ({ standing }) => ({
    body: {
      token: standing.link ?? 'made up',
      name: 'New',
      email: `${newId().toLowerCase()}@example.com`,
      password: TEST_PASSWORD,
    },
  }),
  'POST /auth/setup/check': ({ standing }) => ({ body: { token: standing.link || newId() } }),
  'POST /auth/invitations/check': () => ({ body: { invitation: newId() } }),
  'POST /auth/oidc': () => ({ body: { code: 'made up' } }),
  'GET /auth/handover': ({ standing }) => ({
    headers: { 'x-handover-token': standing.link ?? 'made up' },
  }),
  'POST /auth/handover/claim': ({ standing }) => ({ body: { token: standing.link ?? 'made up' } }),
  'POST /auth/handover/session': ({ standing }) => ({
    body: { claim: standing.link ?? 'made up' },
  }),
  'POST /auth/handover/{id}/decision': () => ({ body: { allow: false } }),
  'POST /pair/join': ({ standing }) => ({ body: { token: standing.link ?? 'made up' } }),
  'POST /pair/session': ({ standing }) => ({ body: { claim: standing.link ?? 'made up' } }),
  'POST /pair/{id}/decision': () => ({ body: { allow: true } }),
  'POST /admin/users': () => ({
    body: { name: 'New', email: `${newId().toLowerCase()}@example.com` },
  }),
  'PATCH /admin/users/{id}': () => ({ body: { isAdmin: true, password: TEST_PASSWORD } }),
  'POST /admin/users/{id}/reset': () => ({ body: { password: TEST_PASSWORD } }),
  'POST /admin/users/{id}/reset-second-step': () => ({ body: { password: TEST_PASSWORD } }),
  'POST /auth/step': () => ({ body: { token: 'made up', code: '000000' } }),
  'POST /auth/passkey': () => ({ body: { response: answerOf({ signature: '' }) } }),
  'POST /account/passkeys': () => ({ body: { response: answerOf({ attestationObject: '' }) } }),
  'PATCH /account/passkeys/{id}': () => ({ body: { name: 'New' } }),
  'PUT /account/authenticator': () => ({ body: { code: '000000' } }),
  'POST /account/confirm': ({ caller }) => ({ body: { password: passwordOf(caller) } }),
  'DELETE /admin/users/{id}': () => ({ body: { password: TEST_PASSWORD } }),
  'PATCH /admin/server': () => ({ body: { registration: 'closed' } }),
  'POST /auth/device': () => ({ body: { name: 'New', scopes: ['links'] } }),
  'POST /auth/device/token': ({ standing }) => ({
    body: { device_code: standing.link || 'made up' },
  }),
  'POST /auth/device/decision': ({ standing }) => ({
    body: { user_code: standing.link || 'made up', allow: true },
  }),
  'POST /clipboard/text': () => ({ text: 'New' }),
  'PATCH /account': () => ({ body: { name: 'New' } }),
  'POST /account/password': ({ caller }) => ({
    body: { password: passwordOf(caller), new_password: 'a new password' },
  }),
  'DELETE /account': ({ caller }) => ({ body: { password: passwordOf(caller) } }),
  'POST /clipboard': () => ({ body: { content: 'New' } }),
  'PUT /clipboard/{id}/tags': () => ({ body: { tagIds: [] } }),
  'POST /tags': () => ({ body: { name: `New ${newId()}` } }),
  'PATCH /tags/{id}': () => ({ body: { name: 'New' } }),
  'POST /clipboard/bulk': ({ scene }) => ({
    body: { ids: [scene.ids['id']], action: 'delete' },
  }),
  'POST /clipboard/download': ({ scene }) => ({ body: { ids: [scene.ids['id']] } }),
  'POST /files/archive': ({ scene, standing }) => ({
    body: { urls: [standing.link || `/api/files/${scene.ids['fileId']}`] },
  }),
  'PUT /clipboard/{id}': ({ caller }) => ({
    body: { content: 'New' },
    headers: { 'if-match': caller === 'holder' ? '1' : '*' },
  }),
  'PATCH /clipboard/{id}/address': () => ({ body: { open: false } }),
  'POST /links': ({ scene }) => ({ body: { clipId: scene.ids['clipId'] } }),
  'POST /links/sealed': () => ({ fields: { link: '{"expiresIn":60}' }, file: sealedBytes() }),
  'POST /links/sealed/uploads': () => ({ body: { name: 'sealed', size: 50 } }),
  'PATCH /links/{id}': () => ({ body: { label: 'New' } }),
  'GET /link': (asked) => ({ headers: tokenHeader(asked) }),
  'POST /link/open': (asked) => ({ body: { opener: newId() }, headers: tokenHeader(asked) }),
  'POST /link/clips': () => ({ body: { content: 'New', captureId: newId() } }),
  'POST /rooms': () => ({ body: { name: 'New' } }),
  'PATCH /rooms/{id}': () => ({ body: { name: 'New', isPrivate: false } }),
  // Strangers guess; a former member knows the link.
  'POST /rooms/join': ({ scene, caller }) => ({
    body: {
      shareToken:
        caller === 'stranger' || caller === 'former' ? 'made up' : scene.ids['shareToken'],
    },
  }),
  'POST /rooms/{id}/members': () => ({ body: { email: `${newId().toLowerCase()}@example.org` } }),
  'POST /rooms/{id}/content': () => ({ body: { content: 'New' } }),
  'PATCH /rooms/{id}/content/{contentId}': () => ({ body: { content: 'New' } }),
  'PUT /rooms/{id}/notifications': () => ({ body: { mode: 'all' } }),
  'PATCH /account/sessions/{id}': () => ({ body: { name: 'New' } }),
  'PUT /account/push': () => ({ body: subscription() }),
  'POST /devices/{id}/send': ({ scene }) => ({ body: { clipId: scene.ids['clipId'] } }),
  'POST /clipboard/{id}/uploads': () => ({ body: { name: 'new.txt', size: 5 } }),
  'POST /rooms/{id}/uploads': () => ({ body: { name: 'new.txt', size: 5 } }),
  'POST /link/clips/{id}/uploads': () => ({ body: { name: 'new.txt', size: 5 } }),
  'POST /virtual-desktop/uploads': ({ row, scene }) => ({
    body: { name: 'new.txt', size: 5, ...meant(row, scene) },
  }),
  'POST /virtual-desktop/items/text': ({ row, scene }) => ({
    body: { content: 'New', ...meant(row, scene) },
  }),
  'POST /virtual-desktop/items/file': ({ row, scene }) => ({ fields: meant(row, scene) }),
  'PATCH /virtual-desktop/items/{id}': () => ({ body: { position: { x: 1, y: 1 } } }),
  'PUT /virtual-desktop/sharing': () => ({ body: { shared: false } }),
  'POST /stripe/checkout': () => ({ body: { plan: 'pro' } }),
  'POST /stripe/webhook': () => ({ body: { id: 'evt_1', type: 'customer.subscription.updated' } }),
};
/** What the owner deletes before a call, for this caller alone. */
const deleted: Readonly<Record<string, (asked: Asked) => string>> = {
  'POST /rooms/{id}/content/{contentId}/restore': ({ scene, standing }) =>
    `/rooms/${scene.ids['home']}/content/${standing.ids?.['contentId']}`,
  'POST /virtual-desktop/items/{id}/restore': ({ scene }) =>
    `/virtual-desktop/items/${scene.ids['id']}`,
};
const tokenHeader = ({ standing: { ids } }: Asked): Record<string, string> =>
  ids?.['token'] === undefined ? {} : { 'x-link-token': ids['token'] };
// A stranger who is signed in elsewhere does not know the owner's password, and tries it on the
// session they have.
const passwordOf = (caller: Asker) => (caller === 'stranger' ? "somebody else's" : TEST_PASSWORD);
const meant = (row: AccessRow, scene: Scene): Record<string, string> =>
  row.about === 'the id of a desktop' ? { desktopId: scene.ids['desktopId'] ?? '' } : {};

function addressOf({ row, scene, standing }: Asked): string {
  const ids: Record<string, string | undefined> = { ...scene.ids, ...standing.ids };
  if (row.what === 'POST /devices/{id}/send') ids['id'] = ids['device'];
  if (links.has(row.what) && standing.link) return standing.link;
  // A caller without a token tries the id.
  if (row.what.endsWith(' /virtual-desktop/shared/{id}'))
    ids['id'] = standing.ids?.['shareToken'] ?? ids['desktopId'];
  const path = byName.get(row.what)?.path ?? '';
  const query = row.what === 'GET /auth/device' ? `?user_code=${standing.link || 'made-up'}` : '';
  return `/api${path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${row.what} needs ${name}`);
    return id;
  })}${query}`;
}

/** Opened without a session, or it would be the session that is judged. */
const links: ReadonlySet<string> = new Set([
  'GET /files/{fileId}',
  'GET /files/archive',
  'GET /files/{fileId}/preview',
  'GET /account/export-download',
]);
const isOwnLink = ({ row, standing }: Asked) => links.has(row.what) && Boolean(standing.link);

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function send(
  app: TestApp,
  asked: Asked,
  method: string = byName.get(asked.row.what)!.method,
): Promise<Answered> {
  const endpoint = byName.get(asked.row.what) as Endpoint;
  const {
    body,
    text,
    headers = {},
    fields = {},
    file = 'bytes',
  } = sending[asked.row.what]?.(asked) ?? {};
  const init: RequestInit = {
    method,
    redirect: 'manual',
    headers: { ...(isOwnLink(asked) ? {} : asked.standing.headers), ...headers },
  };
  if (endpoint.upload) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file]), 'new.txt');
    init.body = form;
  } else if (endpoint.bytesBody) {
    init.body = 'bytes';
    init.headers = { ...init.headers, 'content-type': 'application/octet-stream' };
  } else if (text !== undefined) {
    init.body = text;
    init.headers = { ...init.headers, 'content-type': 'text/plain' };
  } else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  const response = await fetch(app.url + addressOf(asked), init);
  return { status: response.status, text: await response.text() };
}

const scopeOf = (row: AccessRow): NeededScope => byName.get(row.what)?.scope ?? null;

/** Beside the scope of every call that restores. */
const ofTrash: Readonly<Record<string, Scope>> = {
  'a deleted room': 'rooms:write',
  'a deleted text': 'rooms:write',
  'a deleted block': 'desktop',
};
const tokensOf = (row: AccessRow) =>
  tokenColumns(scopeOf(row), row.what.startsWith('POST /trash') ? ofTrash[row.about] : undefined);

async function standingOf(app: TestApp, asker: Asker, row: AccessRow, scene: Scene) {
  const { owner, callers } = scene;
  const asOwner = callers.owner as Standing;
  if (asker === 'made up') return { ...asOwner, headers: { authorization: 'Bearer wrong' } };
  const held = tokensOf(row).find(({ caller }) => caller === asker)?.held;
  if (!held) return callers[asker as Caller];
  const { headers } = await makeToken(app, (owner as Person).user.id, held);
  return { ...asOwner, headers };
}

/** A token that is good, where one is looked at. */
const hasToken = ({ what, about }: AccessRow, { owner }: Scene) =>
  owner !== undefined && about !== 'a disabled account' && !links.has(what);

/** What a session cannot do, and what is of the session alone. */
const ofTokens: Readonly<Record<string, string>> = {
  'DELETE /account/tokens/current': '200',
  'POST /devices/inbox/{id}/seen': 'NOT_FOUND',
  // One that may add a file nowhere.
  'PUT /uploads/{id}/parts/{n}': 'UPLOAD_NOT_FOUND',
  'GET /uploads/{id}': 'UPLOAD_NOT_FOUND',
  'DELETE /uploads/{id}': 'UPLOAD_NOT_FOUND',
};

function expectedOf(row: AccessRow, scene: Scene): [Asker, string][] {
  const { access, method } = byName.get(row.what) as Endpoint;
  const asked: [Asker, string][] = [...row.expected];
  if (!hasToken(row, scene)) return asked;
  const asOwner = ofTokens[row.what] ?? row.expected.get('owner') ?? '';
  for (const { caller, refusal = asOwner } of tokensOf(row)) asked.push([caller, refusal]);
  if (access === 'user' || access === 'admin' || (access === 'anyone' && method === 'GET'))
    asked.push(['made up', 'UNAUTHORIZED']);
  return asked;
}

/** What is sent without a code is known by its text. */
function failureIn(text: string): { error: string; code: ErrorCode } {
  const { error, code } = JSON.parse(text) as { error: string; code?: ErrorCode };
  const untold = Object.entries(errors).find(
    ([, failure]) => 'isTold' in failure && failure.text === error,
  );
  return { error, code: code ?? (untold?.[0] as ErrorCode) };
}

function judge({ row, scene, caller, wanted }: Asked, { status, text }: Answered): void {
  const told = status < 400 ? '' : failureIn(text);
  const answered = told === '' ? `${status}${wanted.endsWith(' own') ? ' own' : ''}` : told.code;
  expect([caller, answered]).toEqual([caller, wanted]);
  if (told !== '') {
    expect(status).toBe(errors[told.code].status);
    expect(told.error).toBe(errors[told.code].text.replace('{scope}', String(scopeOf(row))));
  }
  // Not to a person who may not have it, whatever the status says.
  if (told !== '' || wanted.endsWith(' own'))
    expect([caller, text.includes(scene.secret)]).toEqual([caller, false]);
}

/** Shows the place where they differ: the whole is long. */
function expectSame(after: string, before: string): void {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  const shown = (state: string) => state.slice(Math.max(0, from - 300), from + 300);
  expect(shown(after)).toBe(shown(before));
}

/** An app, and what rows have in common where they change nothing of it. */
interface Ground {
  readonly app: TestApp;
  readonly common: Map<string, Scene>;
}

/** Makes the call of a row as each of its callers, those first who are refused. */
async function walk({ app, common }: Ground, row: AccessRow): Promise<number> {
  const { method, creates } = byName.get(row.what) as Endpoint;
  const isRepeatable = method === 'PUT' || method === 'PATCH' || creates === true;
  const create = scenes[row.about];
  if (!create) throw new Error(`No way to make ${row.about}`);
  const pathToDelete = deleted[row.what];
  const shared = (pathToDelete ? undefined : common.get(row.about)) ?? (await create(app));
  if (!pathToDelete) common.set(row.about, shared);
  const ask = async (caller: Asker, wanted: string, scene: Scene) => {
    const standing = await standingOf(app, caller, row, scene);
    if (!standing) throw new Error(`${row.about} knows no ${caller}`);
    const asked = { row, scene, caller, standing, wanted };
    if (pathToDelete)
      await fetch(`${app.url}/api${pathToDelete(asked)}`, {
        method: 'DELETE',
        headers: (scene.callers.owner as Standing).headers,
      });
    judge(asked, await send(app, asked));
  };
  const all = expectedOf(row, shared);
  const refused = all.filter(([, wanted]) => !/^\d/.test(wanted));
  // What a sealed link held goes a moment after its end.
  await closeLinks(app);
  const before = await stateOf(app);
  for (const [caller, wanted] of refused) await ask(caller, wanted, shared);
  if (!pathToDelete) expectSame(await stateOf(app), before);
  // Who changes what the next could not change as well has a scene for themselves; holders know
  // the first version.
  let own: Scene | undefined;
  for (const [caller, wanted] of all.filter((each) => !refused.includes(each))) {
    own =
      method === 'GET'
        ? shared
        : own && isRepeatable && caller !== 'holder'
          ? own
          : await create(app);
    await ask(caller, wanted, own);
  }
  return all.length;
}

/** All but what comes and goes by itself a moment later. */
const everything = tables.filter(
  (table) => !['blobs', 'mails', 'previews', 'push_messages'].includes(table),
);

const statusOf = (wanted: string): number =>
  /^\d/.test(wanted) ? Number.parseInt(wanted, 10) : errors[wanted as ErrorCode].status;

/** Asks for the HEAD of a row as each of its callers. */
async function walkHeads({ app, common }: Ground, row: AccessRow): Promise<void> {
  const { changes } = byName.get(row.what) as Endpoint;
  const scene = common.get(row.about) ?? (await scenes[row.about]!(app));
  common.set(row.about, scene);
  const all: Asked[] = [];
  for (const [caller, wanted] of expectedOf(row, scene))
    all.push({
      row,
      scene,
      caller,
      wanted,
      standing: (await standingOf(app, caller, row, scene)) as Standing,
    });
  await closeLinks(app);
  const before = await stateOf(app, everything);
  for (const asked of all) {
    const { status } = await send(app, asked, 'HEAD');
    expect([asked.caller, status]).toEqual([asked.caller, changes ? 404 : statusOf(asked.wanted)]);
  }
  expectSame(await stateOf(app, everything), before);
}

/** The next row of an area starts with few rows in the store, so that comparing it stays quick. */
const areas = [...new Set(rows.map(({ what }) => what.split('/')[1] ?? ''))];
const isSold = ({ about }: AccessRow) => about.endsWith('where plans are sold');

describe.each(areas)('/%s', (area) => {
  const mine = rows.filter(({ what }) => what.split('/')[1] === area);
  const stripe = new StripeServer();
  let free: Ground;
  let selling: Ground | undefined;
  const start = async (settings?: Record<string, string>): Promise<Ground> => ({
    app: await buildTestApp(settings),
    common: new Map(),
  });
  beforeAll(async () => {
    free = await start();
    if (mine.some(isSold)) selling = await start(billingSettings(await stripe.listen()));
  });
  afterAll(async () => {
    await free.app.stop();
    await selling?.app.stop();
    await stripe.close();
  });
  test.each(mine.map((row) => [`${row.what} · ${row.about}`, row] as const))(
    '%s',
    async (_name, row) => {
      const ground = isSold(row) ? (selling as Ground) : free;
      if (row.what.startsWith('GET ')) await walkHeads(ground, row);
      const asked = await walk(ground, row);
      expect(asked).toBeGreaterThanOrEqual(row.expected.size);
    },
  );
});
