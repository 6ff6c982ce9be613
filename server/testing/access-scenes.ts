import type { Link } from '@clipline/contract/schemas/links.ts';
import { expect, vi } from 'vitest';
import { transact } from '../src/core/db/database.ts';
import type { Schema } from '../src/core/db/schema.ts';
import { hashToken, newId, newToken } from '../src/core/ids.ts';
import { insertRegistration, updateUser } from '../src/auth/auth.queries.ts';
import { hashPassword } from '../src/auth/passwords.ts';
import { insertPasskey } from '../src/auth/second-step.queries.ts';
import { openReset } from '../src/auth/resets.ts';
import { filesWithPreview } from '../src/files/files.queries.ts';
import { openSetup } from '../src/owner/setup.ts';
import type { Caller } from './access-table.ts';
import type { TestApp } from './build-test-app.ts';
import { call } from './call.ts';
import { openBrowser } from './desktops.ts';
import { bearer, makeToken, type Person, signIn, signUp } from './factories.ts';
import { grantFor, makeLink, makeSealed, newOpener, tokenIn, withGrant } from './links.ts';
import { fragmentOf } from './mailbox.ts';
import { dismissAdmins, signUpAdmin } from './owner.ts';
import { sendClip } from './push.ts';
import { picture } from './pictures.ts';
import { upload } from './uploads.ts';

export interface Standing {
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of the path, where they differ from those of the scene. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly token?: string;
  /**
   * The secret of a link: of a file the whole address, of a desktop or room its token, of a mail
   * what is in its fragment.
   */
  readonly link?: string;
}

export interface Scene {
  readonly owner: Person | undefined;
  readonly ids: Readonly<Record<string, string>>;
  readonly callers: Readonly<Partial<Record<Caller, Standing>>>;
  /** Stands in what the owner has; it is never sent to one who may not read it. */
  readonly secret: string;
}

const standing = (person: Person, more: Partial<Standing> = {}): Standing => ({
  headers: person.headers,
  token: person.session.access_token,
  ...more,
});
const as =
  (app: TestApp, person: Pick<Person, 'headers'>) =>
  async (what: Parameters<typeof call>[1], body?: unknown) =>
    (await call(app, what, { headers: person.headers, body })).body;

const fileIdOf = (link: string) =>
  new URL(link, 'http://clipline.test').pathname.split('/').at(-1) ?? '';

async function fileRow(app: TestApp, fileId: string) {
  const files = filesWithPreview(app.store.db);
  return files.where('files.id', '=', fileId).executeTakeFirstOrThrow();
}

async function linkTo(app: TestApp, fileId: string, reader: string): Promise<string> {
  return app.files.links.present(await fileRow(app, fileId), reader).url;
}

async function people(app: TestApp) {
  const [owner, stranger] = [await signUp(app), await signUp(app)];
  const ended = await signIn(app, owner.user.id);
  await call(app, 'POST /auth/logout', { headers: bearer(ended) });
  return { owner, stranger, ended };
}

async function account(app: TestApp): Promise<Scene> {
  const { owner, stranger, ended } = await people(app);
  const [mine] = await as(app, owner)('GET /account/sessions');
  return {
    owner,
    ids: { id: mine.id },
    secret: owner.user.email,
    callers: {
      anonymous: { headers: {} },
      stranger: standing(stranger, { link: '' }),
      former: { headers: bearer(ended), link: ended.refresh_token },
      owner: standing(owner, { link: owner.session.refresh_token }),
    },
  };
}

/** The id is of the device for who sends, and of what was sent for who has it. */
async function sentClip(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const owner = scene.owner as Person;
  const device = scene.ids['id'] ?? '';
  const { id: clipId } = await as(app, owner)('POST /clipboard', { content: scene.secret });
  const id = await sendClip(app, owner, device, clipId);
  return { ...scene, ids: { id, device, clipId } };
}

async function apiToken(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const { id } = await makeToken(app, (scene.owner as Person).user.id);
  return { ...scene, ids: { id } };
}

async function passkey(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const { user } = scene.owner as Person;
  const id = newId();
  await insertPasskey(app.db, {
    id,
    user_id: user.id,
    credential_id: id,
    rp_id: 'clipline.test',
    public_key: '',
    counter: 0,
    transports: '',
    name: 'secret',
    is_synced: 0,
    created_at: Date.now(),
    last_used_at: null,
  });
  const confirmed = { password_until: Date.now() + 60_000 };
  await app.db.updateTable('sessions').set(confirmed).where('user_id', '=', user.id).execute();
  return { ...scene, ids: { id } };
}

async function tag(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const secret = `secret ${newId()}`;
  const { id } = await as(app, scene.owner as Person)('POST /tags', { name: secret });
  return { ...scene, ids: { id }, secret };
}

async function waitingProgram(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const secret = `secret ${newId()}`;
  const { body } = await call(app, 'POST /auth/device', {
    body: { name: secret, scopes: ['clips:read'] },
  });
  const owner = scene.callers.owner as Standing;
  return {
    ...scene,
    secret,
    callers: {
      ...scene.callers,
      owner: { ...owner, link: body.user_code },
      holder: { headers: {}, link: body.device_code },
    },
  };
}

/** Who was an admin knows the server, and what of it is called by an id. */
async function server(app: TestApp, ids: (mine: ReturnType<typeof as>) => Promise<string>) {
  const [owner, stranger, former] = [
    await signUpAdmin(app),
    await signUp(app),
    await signUpAdmin(app),
  ];
  const id = await ids(as(app, owner));
  await updateUser(app.db, former.user.id, { is_admin: 0 });
  return {
    owner,
    ids: { id },
    secret: id,
    callers: {
      anonymous: { headers: {} },
      stranger: standing(stranger),
      former: standing(former),
      owner: standing(owner),
    },
  };
}

/** The former one ended with its session. */
async function handover(app: TestApp, isClaimed: boolean): Promise<Scene> {
  const scene = await account(app);
  const owner = scene.owner as Person;
  const other = bearer(await signIn(app, owner.user.id));
  const open = async (headers: Person['headers']) => {
    const { id, url } = await as(app, { headers })('POST /auth/handover');
    const token = new URL(url).hash.slice(1);
    if (!isClaimed) return { id, secret: token };
    const { body } = await call(app, 'POST /auth/handover/claim', { body: { token } });
    return { id, secret: body.claim };
  };
  const [good, dead] = [await open(owner.headers), await open(other)];
  await call(app, 'POST /auth/logout', { headers: other });
  const { anonymous, stranger } = scene.callers as Record<'anonymous' | 'stranger', Standing>;
  return {
    ...scene,
    ids: { id: good.id, token: good.secret },
    callers: {
      anonymous,
      stranger,
      // Signed in elsewhere.
      former: { headers: bearer(await signIn(app, owner.user.id)), link: dead.secret },
      owner: standing(owner),
      holder: { headers: {}, link: good.secret },
    },
  };
}

/** The owner opened it, signed in, and the holder is the other device. */
async function pairing(app: TestApp, state: 'open' | 'joined' | 'allowed'): Promise<Scene> {
  const scene = await account(app);
  const owner = scene.owner as Person;
  const { id, opener, url } = await as(app, owner)('POST /pair');
  const asOpener = { ...owner.headers, 'x-pair-opener': opener };
  let secret = new URL(url).hash.slice(1);
  const join = async () => (await call(app, 'POST /pair/join', { body: { token: secret } })).body;
  if (state !== 'open') secret = (await join()).claim;
  const decide = as(app, { headers: asOpener });
  if (state === 'allowed')
    secret = (await decide(`POST /pair/${id}/decision`, { allow: true })).shareToken;
  const { anonymous, stranger } = scene.callers as Record<'anonymous' | 'stranger', Standing>;
  const knowing = state === 'joined' ? {} : { link: secret, ids: { shareToken: secret } };
  return {
    owner,
    ids: { id, desktopId: id },
    secret,
    callers: {
      anonymous,
      stranger: { headers: stranger.headers },
      owner: { headers: asOpener, ...knowing },
      holder: { headers: {}, link: secret, ids: { shareToken: secret } },
    },
  };
}

async function setupLink(app: TestApp): Promise<Scene> {
  await dismissAdmins(app);
  const scene = await account(app);
  const link = async () => (await openSetup(app))?.split('=')[1] ?? '';
  const [former, holder] = [await link(), await link()];
  const { anonymous, stranger } = scene.callers as Record<'anonymous' | 'stranger', Standing>;
  const owner = standing(scene.owner as Person);
  return {
    ...scene,
    callers: {
      anonymous,
      stranger,
      former: { headers: {}, link: former },
      owner,
      holder: { headers: {}, link: holder },
    },
  };
}

async function exportLink(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const owner = scene.owner as Person;
  const ended = bearer(await signIn(app, owner.user.id));
  const linkOf = async (headers: Person['headers']) =>
    String((await as(app, { headers })('POST /account/export-link')).url);
  const [link, former] = [await linkOf(owner.headers), await linkOf(ended)];
  await call(app, 'POST /auth/logout', { headers: ended });
  const { anonymous, stranger } = scene.callers as Record<'anonymous' | 'stranger', Standing>;
  const holder = { headers: {}, link };
  return {
    ...scene,
    callers: { anonymous, stranger, former: { headers: {}, link: former }, owner: holder, holder },
  };
}

async function disabled(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  await app.store.db
    .updateTable('users')
    .set({ disabled_at: 1 })
    .where('email', '=', scene.secret)
    .execute();
  return scene;
}

const registration = async (
  app: TestApp,
  email: string,
  expiresAt: number,
  password = 'correct horse battery',
) => {
  const token = newToken();
  const row = {
    id: newId(),
    is_mailed: 1,
    token_hash: hashToken(token),
    email,
    name: 'A person',
    password_hash: await hashPassword(password),
  };
  await transact(app.store.db, (tx) =>
    insertRegistration(tx, { ...row, created_at: expiresAt - 1, expires_at: expiresAt }),
  );
  return token;
};

async function unconfirmed(app: TestApp): Promise<Scene> {
  const scene = await account(app);
  const email = `${newId().toLowerCase()}@example.com`;
  await registration(app, email, Date.now() + 60_000);
  return { ...scene, secret: email };
}

async function mail(app: TestApp): Promise<Scene> {
  const { owner, stranger } = await people(app);
  const email = `${newId().toLowerCase()}@example.com`;
  const resetToken = async () => {
    const link = await transact(app.store.db, (tx) =>
      openReset(tx, 'http://clipline.test', owner.user.id),
    );
    return fragmentOf(link).get('access_token') ?? '';
  };
  // One secret does for both kinds of mail: what it opens is asked of different calls.
  const [expired, fresh] = [
    await registration(app, email, Date.now() - 1),
    await registration(app, email, Date.now() + 60_000),
  ];
  const [superseded, open] = [await resetToken(), await resetToken()];
  const holding = (confirmation: string, reset: string): Standing => ({
    headers: { 'x-confirmation-token': confirmation },
    link: reset,
  });
  return {
    owner,
    ids: {},
    secret: email,
    callers: {
      anonymous: { headers: {} },
      stranger: standing(stranger),
      former: holding(expired, superseded),
      owner: standing(owner),
      holder: holding(fresh, open),
    },
  };
}

async function clip(
  app: TestApp,
  state: 'saved' | 'draft' | 'deleted' | 'incomplete' | 'edited',
): Promise<Scene> {
  const { owner, stranger, ended } = await people(app);
  const mine = as(app, owner);
  const secret = `secret ${newId()}`;
  const { id } = await mine('POST /clipboard', {
    content: state === 'draft' ? '' : secret,
    ...(state === 'incomplete' ? { captureId: newId(), files: 2 } : {}),
  });
  let [fileId, link, expired] = [newId(), '', ''];
  if (state !== 'draft') {
    const { body } = await upload(app, `/clipboard/${id}/files`, owner.headers, {
      name: `${secret}.txt`,
      bytes: secret,
    });
    [fileId, link] = [body.id, body.url];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 4 * 3600_000 });
    expired = await linkTo(app, fileId, 'anyone');
    vi.useRealTimers();
  }
  if (state === 'saved') await mine(`POST /clipboard/${id}/favorite`);
  if (state === 'edited') await mine(`PUT /clipboard/${id}`, { content: `${secret} again` });
  if (state === 'deleted') await mine(`DELETE /clipboard/${id}`);
  return {
    owner,
    ids: { id, fileId, version: '1', kind: 'clip' },
    secret,
    callers: {
      anonymous: { headers: {} },
      stranger: standing(stranger),
      former: { headers: bearer(ended), link: expired },
      owner: standing(owner, { link }),
      holder: { headers: {}, link },
    },
  };
}

const previewOf = async (app: TestApp, fileId: string, reader: string): Promise<string> =>
  app.files.links.previewOf(await fileRow(app, fileId), reader)?.url ?? '';

/** Of a picture, and of one that is deleted. */
async function preview(app: TestApp): Promise<Scene> {
  const { callers, ...scene } = await clip(app, 'saved');
  const owner = scene.owner as Person;
  const { id } = scene.ids;
  const [kept, gone] = [await picture(), await picture()].map(async (bytes) => {
    const sent = await upload(app, `/clipboard/${id}/files`, owner.headers, { bytes });
    return vi.waitFor(async () => {
      const link = await previewOf(app, sent.body.id, 'anyone');
      expect(link).not.toBe('');
      return { id: sent.body.id as string, link };
    }, 20_000);
  });
  const [{ id: fileId, link }, former] = [await kept!, await gone!];
  const holder = { headers: {}, link };
  await as(app, owner)(`DELETE /clipboard/${id}/files/${former.id}`);
  const { anonymous, stranger } = callers as Record<'anonymous' | 'stranger', Standing>;
  const standings = { anonymous, stranger, former: { headers: {}, link: former.link } };
  return {
    ...scene,
    ids: { ...scene.ids, fileId },
    callers: { ...standings, owner: holder, holder },
  };
}

/** An archive, and a former one whose file is deleted. */
async function archive(app: TestApp): Promise<Scene> {
  const { callers, ...scene } = await clip(app, 'saved');
  const owner = scene.owner as Person;
  const { id } = scene.ids;
  const archiveOf = async (link: string) =>
    String((await call(app, 'POST /files/archive', { body: { urls: [link] } })).body.url);
  const { body: gone } = await upload(app, `/clipboard/${id}/files`, owner.headers);
  const former = { headers: {}, link: await archiveOf(gone.url) };
  await as(app, owner)(`DELETE /clipboard/${id}/files/${gone.id}`);
  const holder = { headers: {}, link: await archiveOf(callers.owner?.link ?? '') };
  const { anonymous, stranger } = callers as Record<'anonymous' | 'stranger', Standing>;
  return { ...scene, callers: { anonymous, stranger, former, owner: holder, holder } };
}

/**
 * A clip and who came by a link: the holder has a good grant, the former one had a link that was
 * revoked.
 */
async function sharedClip(
  app: TestApp,
  kind: 'open to read' | 'closed to edit' | 'closed, another',
): Promise<Scene> {
  const scene = await clip(app, 'saved');
  const owner = scene.owner as Person;
  const mine = as(app, owner);
  const { id } = scene.ids;
  const access = kind === 'closed to edit' ? 'edit' : 'read';
  const clipId =
    kind === 'closed, another' ? (await mine('POST /clipboard', { content: 'x' })).id : id;
  const [link, revoked] = [
    await makeLink(app, owner, { clipId, access }),
    await makeLink(app, owner, { clipId: id, access }),
  ];
  const opened = [link, revoked].map((each) => grantFor(app, each));
  const [good, dead] = (await Promise.all(opened)) as [string, string];
  await mine(`DELETE /links/${revoked.id}`);
  // After that opening, or its owner would not be told of the next one for a while.
  await mine(`PATCH /links/${link.id}`, { notify: true });
  if (kind !== 'open to read') await mine(`PATCH /clipboard/${id}/address`, { open: false });
  const holding = (grant: string): Standing => ({
    headers: withGrant(grant),
    ids: { shareToken: grant },
  });
  const { former: _ended, ...callers } = scene.callers;
  return {
    ...scene,
    ids: { ...scene.ids, linkId: link.id, token: tokenIn(link) },
    callers: { ...callers, former: holding(dead), holder: holding(good) },
  };
}

/** Begun by somebody who is in the scene, and named by its secret. */
async function uploadIn(
  app: TestApp,
  scene: Scene,
  place: string,
  by: 'owner' | 'holder',
): Promise<Scene> {
  const { body } = await call(app, `POST /${place}/uploads`, {
    headers: scene.callers[by]?.headers ?? {},
    body: { name: `${scene.secret}.txt`, size: 5 },
  });
  return { ...scene, ids: { id: body.id, n: '0' } };
}

async function ownUpload(app: TestApp): Promise<Scene> {
  const { callers, ...scene } = await clip(app, 'saved');
  const { holder: _, ...others } = callers;
  return uploadIn(app, { ...scene, callers: others }, `clipboard/${scene.ids['id']}`, 'owner');
}

/** A link itself: the holder has its token and a grant, the former one those of one revoked. */
async function madeLink(app: TestApp, kind: Link['kind']): Promise<Scene> {
  const scene = await clip(app, 'saved');
  const owner = scene.owner as Person;
  const mine = as(app, owner);
  const what = kind === 'clip' ? { clipId: scene.ids['id'] } : { inbox: true };
  const make = () =>
    kind === 'sealed' ? makeSealed(app, owner, { maxViews: null }) : makeLink(app, owner, what);
  const [good, revoked] = [await make(), await make()];
  const standingOf = async (each: Link): Promise<Standing> => {
    const grant = await grantFor(app, each);
    return { headers: withGrant(grant), ids: { token: tokenIn(each) }, link: grant };
  };
  const [holder, former] = [await standingOf(good), await standingOf(revoked)];
  await mine(`DELETE /links/${revoked.id}`);
  const { anonymous, stranger } = scene.callers as Record<'anonymous' | 'stranger', Standing>;
  const own = standing(owner, { ids: { token: tokenIn(good) } });
  const sent =
    kind !== 'inbox'
      ? undefined
      : (
          await call(app, 'POST /link/clips', {
            headers: holder.headers,
            body: { content: scene.secret, files: 2, captureId: newOpener() },
          })
        ).body;
  return {
    ...scene,
    ids: { id: sent?.id ?? good.id, clipId: scene.ids['id'] ?? '' },
    callers: { anonymous, stranger, former, owner: own, holder },
  };
}

/** A file that exists, asked for where it is not. */
async function foreignFile(app: TestApp, holderKind: 'clip' | 'room'): Promise<Scene> {
  const scene = await clip(app, 'saved');
  const owner = scene.owner as Person;
  const mine = as(app, owner);
  const holder =
    holderKind === 'clip'
      ? await mine('POST /clipboard', { content: 'x' })
      : await mine('POST /rooms', { name: 'x' });
  const path =
    holderKind === 'clip' ? `/clipboard/${holder.id}/files` : `/rooms/${holder.id}/upload`;
  const { body } = await upload(app, path, owner.headers, { name: 'other.txt', bytes: newId() });
  return { ...scene, ids: { ...scene.ids, fileId: fileIdOf(body.url ?? body.file_url) } };
}

async function room(
  app: TestApp,
  kind: 'private' | 'public' | 'deleted',
  text: 'own' | 'of another' | 'elsewhere' = 'own',
  isEdited = false,
): Promise<Scene> {
  const [owner, member, third, former] = [
    await signUp(app),
    await signUp(app),
    await signUp(app),
    await signUp(app),
  ];
  const [stranger, holder] = [await signUp(app), await signUp(app)];
  const mine = as(app, owner);
  const secret = `secret ${newId()}`;
  const { id, shareToken } = await mine('POST /rooms', {
    name: secret,
    isPrivate: kind !== 'public',
  });
  for (const each of [member, third, former])
    await mine(`POST /rooms/${id}/members`, { email: each.user.email });
  const home = text === 'elsewhere' ? (await mine('POST /rooms', { name: 'Elsewhere' })).id : id;
  /** A text that this caller wrote, so that editing is refused for the role alone. */
  const textOf = async (person: Person) => {
    const author = text === 'of another' ? third : text === 'elsewhere' ? owner : person;
    const by = as(app, author);
    const added = await by(`POST /rooms/${home}/content`, { content: secret });
    if (isEdited)
      await by(`PATCH /rooms/${home}/content/${added.id}`, { content: `${secret} again` });
    return added.id as string;
  };
  const { body: sent } = await upload(app, `/rooms/${id}/upload`, owner.headers, {
    name: 'a.txt',
    bytes: secret,
  });
  const fileId = fileIdOf(sent.file_url);
  const own = async (person: Person, contentId?: string) =>
    standing(person, {
      ids: { contentId: contentId ?? (await textOf(person)) },
      link: await linkTo(app, fileId, person.user.id),
    });
  const inside = { member: await own(member), owner: await own(owner), former: await own(former) };
  await mine(`DELETE /rooms/${id}/members/${former.user.id}`);
  const { contentId } = inside.owner.ids as { contentId: string };
  const link = kind === 'public' ? {} : { link: '' };
  const outside = {
    stranger: { ...(await own(stranger, contentId)), ...link },
    holder: { ...(await own(holder, contentId)), ...link },
  };
  if (kind === 'deleted') await mine(`DELETE /rooms/${id}`);
  return {
    owner,
    ids: {
      id,
      memberId: third.user.id,
      shareToken,
      home,
      fileId,
      version: '1',
      kind: 'room',
    },
    secret,
    callers: {
      anonymous: { headers: {}, ids: { contentId } },
      ...inside,
      ...outside,
    },
  };
}

async function desktop(app: TestApp, of: 'account' | 'browser'): Promise<Scene> {
  const secret = `secret ${newId()}`;
  const [owner, stranger] = [await signUp(app), await signUp(app)];
  await as(app, stranger)('POST /virtual-desktop/items/text', { content: "The stranger's own" });
  const browser = await openBrowser(app, secret);
  const headers: Readonly<Record<string, string>> =
    of === 'browser' ? browser.headers : owner.headers;
  const mine = as(app, { headers } as Pick<Person, 'headers'>);
  if (of === 'account') await mine('POST /virtual-desktop/items/text', { content: secret });
  await upload(app, '/virtual-desktop/items/file', headers, { name: 'a.txt', bytes: secret });
  const linkWith = async (token: string) => {
    const { items } = (await call(app, `GET /virtual-desktop/shared/${token}`)).body;
    return String(items.find(({ type }: { type: string }) => type === 'file').file_url);
  };
  const { desktop: before, items } = await mine('GET /virtual-desktop');
  const formerLink = await linkWith(before.share_token);
  const { share_token: token } = await mine('POST /virtual-desktop/share-token');
  const holderLink = await linkWith(token);
  const ownLink = String(items.find(({ type }: { type: string }) => type === 'file').file_url);
  const ids = {
    id: items.find(({ type }: { type: string }) => type === 'text').id,
    desktopId: before.id,
    networkId: before.network_id,
  };
  return {
    owner: of === 'account' ? owner : undefined,
    ids: { ...ids, fileId: fileIdOf(ownLink) },
    secret,
    callers: {
      anonymous: { headers: {} },
      stranger: standing(stranger),
      former: {
        headers: { 'x-desktop-token': before.share_token },
        ids: { shareToken: before.share_token },
        link: formerLink,
      },
      owner: {
        headers,
        link: ownLink,
        ids: { shareToken: token },
        ...(of === 'account' ? { token: owner.session.access_token } : {}),
      },
      holder: {
        headers: { 'x-desktop-token': token },
        ids: { shareToken: token },
        link: holderLink,
      },
    },
  };
}

/** Deleted by the owner of the room, though another wrote it. */
async function deletedText(app: TestApp): Promise<Scene> {
  const scene = await room(app, 'private');
  const callers = Object.entries(scene.callers).map(([caller, known]) => [
    caller,
    { ...known, ids: { id: known.ids?.['contentId'] ?? '', kind: 'roomItem' } },
  ]);
  for (const { ids = {} } of Object.values(scene.callers))
    await as(
      app,
      scene.owner as Person,
    )(`DELETE /rooms/${scene.ids['id']}/content/${ids['contentId']}`);
  return { ...scene, callers: Object.fromEntries(callers) };
}

async function deletedBlock(app: TestApp): Promise<Scene> {
  const scene = await desktop(app, 'account');
  await as(app, scene.owner as Person)(`DELETE /virtual-desktop/items/${scene.ids['id']}`);
  return { ...scene, ids: { ...scene.ids, kind: 'desktopItem' } };
}

export const scenes: Readonly<Record<string, (app: TestApp) => Promise<Scene>>> = {
  'the right password': account,
  'a wrong password': account,
  'an unconfirmed address': unconfirmed,
  'a disabled account': disabled,
  'an account': account,
  'an account where plans are sold': account,
  'a passkey': passkey,
  'an API token': apiToken,
  'a waiting program': waitingProgram,
  'a link to an export': exportLink,
  'a link to set up': setupLink,
  'a handover': (app) => handover(app, false),
  'a claimed handover': (app) => handover(app, true),
  'an open pairing': (app) => pairing(app, 'open'),
  'a joined pairing': (app) => pairing(app, 'joined'),
  'a pairing': (app) => pairing(app, 'allowed'),
  'the server': (app) => server(app, async () => (await signUp(app)).user.id),
  'an invitation': (app) => server(app, async (mine) => (await mine('POST /admin/invitations')).id),
  'a mail': mail,
  'an archive of a saved clip': archive,
  'a preview of a saved clip': preview,
  'a saved clip': (app) => clip(app, 'saved'),
  'a draft': (app) => clip(app, 'draft'),
  'a clip whose files are still to come': (app) => clip(app, 'incomplete'),
  'a deleted clip': (app) => clip(app, 'deleted'),
  'a tag': tag,
  'an edited clip': (app) => clip(app, 'edited'),
  'a change of many clips': async (app) => {
    const scene = await clip(app, 'saved');
    const { undoId } = await as(app, scene.owner as Person)('POST /clipboard/bulk', {
      ids: [scene.ids['id']],
      action: 'delete',
    });
    return { ...scene, ids: { undoId } };
  },
  'a clip with a link to read': (app) => sharedClip(app, 'open to read'),
  'a closed clip with a link to edit': (app) => sharedClip(app, 'closed to edit'),
  'a closed clip, by a link to another': (app) => sharedClip(app, 'closed, another'),
  'a link': (app) => madeLink(app, 'clip'),
  'an inbox': (app) => madeLink(app, 'inbox'),
  'a sealed link': (app) => madeLink(app, 'sealed'),
  'an upload': ownUpload,
  'an upload by a link': async (app) => {
    const scene = await sharedClip(app, 'closed to edit');
    return uploadIn(app, scene, `clipboard/${scene.ids['id']}`, 'holder');
  },
  'an upload to a shared desktop': async (app) =>
    uploadIn(app, await desktop(app, 'account'), 'virtual-desktop', 'holder'),
  'a file of another clip': (app) => foreignFile(app, 'clip'),
  'a file of a room': (app) => foreignFile(app, 'room'),
  'a sent clip': sentClip,
  'a private room': (app) => room(app, 'private'),
  'a public room': (app) => room(app, 'public'),
  'a deleted room': (app) => room(app, 'deleted'),
  'a text of another member': (app) => room(app, 'private', 'of another'),
  'an edited text': (app) => room(app, 'private', 'own', true),
  'an edited text of a public room': (app) => room(app, 'public', 'own', true),
  'an edited text of another member': (app) => room(app, 'private', 'of another', true),
  'a text of another room': (app) => room(app, 'private', 'elsewhere'),
  'a desktop': (app) => desktop(app, 'account'),
  'a deleted text': deletedText,
  'a deleted block': deletedBlock,
  'a desktop of a browser': (app) => desktop(app, 'browser'),
  'the id of a desktop': (app) => desktop(app, 'account'),
};

/** What people have; without when a session was last used, and mails, which leave by themselves. */
const kept = [
  'users',
  'clips',
  'tags',
  'clip_tags',
  'clip_versions',
  'files',
  'rooms',
  'room_members',
  'former_members',
  'room_content',
  'content_versions',
  'room_activity',
  'desktops',
  'desktop_items',
  'subscriptions',
  'links',
  'sent_clips',
  'push_subscriptions',
  'uploads',
  'upload_parts',
] as const satisfies (keyof Schema)[];
/**
 * When a link that ended is looked at again is the server's own business, a moment later; so is when
 * somebody was here.
 */
const ofTheServer = (key: string, value: unknown) =>
  ['closes_at', 'last_seen_at', 'last_used_at', 'idle_ends_at'].includes(key) ? undefined : value;

export const stateOf = async (
  { store: { db } }: TestApp,
  of: readonly (keyof Schema)[] = kept,
): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      of.map(async (table) => {
        const rows = await db.selectFrom(table).selectAll().execute();
        // What the server notes when it is asked whether it is ready goes by itself.
        return rows.filter((row) => !('key' in row && row.key === 'readiness'));
      }),
    ),
    ofTheServer,
  );
