import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, withGrant } from '../../testing/links.ts';
import { upload } from '../../testing/uploads.ts';

let app: TestApp;
let owner: Person;
let reader: Person;
beforeAll(async () => {
  app = await buildTestApp();
  [owner, reader] = [await signUp(app), await signUp(app)];
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.stop());

const as =
  ({ headers }: { readonly headers: Record<string, string> }) =>
  async (what: Parameters<typeof call>[1], body?: unknown) =>
    (await call(app, what, { headers, body })).body;
const mine = (what: Parameters<typeof call>[1], body?: unknown) => as(owner)(what, body);

async function clipWithFile() {
  const { id } = await mine('POST /clipboard', { content: 'a' });
  const { body: file } = await upload(app, `/clipboard/${id}/files`, owner.headers);
  return { id: id as string, file: file as { id: string; url: string } };
}

/** The address that who opened the link was given. */
async function byLink() {
  const clip = await clipWithFile();
  const link = await makeLink(app, owner, { clipId: clip.id, expiresIn: 600 });
  const headers = withGrant(await grantFor(app, link));
  const { files } = await as({ headers })(`GET /clipboard/${clip.id}`);
  return { ...clip, linkId: link.id, url: files[0].url as string };
}

/** The address that a member of the room was given. */
async function inRoom(isPrivate: boolean) {
  const room = await mine('POST /rooms', { name: 'Room', isPrivate });
  const { body: item } = await upload(app, `/rooms/${room.id}/upload`, owner.headers);
  const member = await mine(`POST /rooms/${room.id}/members`, { email: reader.user.email });
  const { content } = await as(reader)(`GET /rooms/${room.id}/content`);
  return { room: room.id, item: item.id, member: member.id, url: content[0].file_url as string };
}

async function onDesktop() {
  const { headers, desktop } = await openBrowser(app, 'a text');
  const { body: item } = await upload(app, '/virtual-desktop/items/file', headers);
  const { items } = await as({ headers: {} })(`GET /virtual-desktop/shared/${desktop.share_token}`);
  const url = items.find((each: { id: string }) => each.id === item.id).file_url as string;
  return { my: as({ headers }), item: item.id as string, url };
}

const cases: Record<string, readonly [404 | 403, () => Promise<readonly [string, () => unknown]>]> =
  {
    'a file was deleted': [
      404,
      async () => {
        const { id, file } = await clipWithFile();
        return [file.url, () => mine(`DELETE /clipboard/${id}/files/${file.id}`)];
      },
    ],
    'a clip is in the trash': [
      404,
      async () => {
        const { id, file } = await clipWithFile();
        return [file.url, () => mine(`DELETE /clipboard/${id}`)];
      },
    ],
    'a clip is in the trash, read by a link': [
      404,
      async () => {
        const { id, url } = await byLink();
        return [url, () => mine(`DELETE /clipboard/${id}`)];
      },
    ],
    'a clip was deleted for good, read by a link': [
      404,
      async () => {
        const { id, url } = await byLink();
        return [url, () => mine(`DELETE /clipboard/${id}?forever=true`)];
      },
    ],
    'an item was deleted': [
      404,
      async () => {
        const { room, item, url } = await inRoom(true);
        return [url, () => mine(`DELETE /rooms/${room}/content/${item}`)];
      },
    ],
    'a room was deleted': [
      404,
      async () => {
        const { room, url } = await inRoom(true);
        return [url, () => mine(`DELETE /rooms/${room}`)];
      },
    ],
    'a member was removed': [
      404,
      async () => {
        const { room, member, url } = await inRoom(true);
        return [url, () => mine(`DELETE /rooms/${room}/members/${member}`)];
      },
    ],
    'a room was made private after its member had left': [
      404,
      async () => {
        const { room, url } = await inRoom(false);
        await as(reader)(`POST /rooms/${room}/leave`);
        return [url, () => mine(`PATCH /rooms/${room}`, { isPrivate: true })];
      },
    ],
    'a block was deleted': [
      404,
      async () => {
        const { my, item, url } = await onDesktop();
        return [url, () => my(`DELETE /virtual-desktop/items/${item}`)];
      },
    ],
    'an address was closed': [
      403,
      async () => {
        const { id, file } = await clipWithFile();
        return [file.url, () => mine(`PATCH /clipboard/${id}/address`, { open: false })];
      },
    ],
    'a link was revoked': [
      403,
      async () => {
        const { linkId, url } = await byLink();
        return [url, () => mine(`DELETE /links/${linkId}`)];
      },
    ],
    'a link was renewed': [
      403,
      async () => {
        const { linkId, url } = await byLink();
        return [url, () => mine(`POST /links/${linkId}/renew`)];
      },
    ],
    'a link is over by time': [
      403,
      async () => {
        const { url } = await byLink();
        const later = Date.now() + 601_000;
        return [url, () => vi.useFakeTimers({ toFake: ['Date'], now: later })];
      },
    ],
    'the link of a desktop was renewed': [
      403,
      async () => {
        const { my, url } = await onDesktop();
        return [url, () => my('POST /virtual-desktop/share-token')];
      },
    ],
  };

test.each(Object.entries(cases))(
  'once %s its address answers so',
  async (_what, [status, make]) => {
    const [url, end] = await make();
    const open = async () => {
      const answer = await fetch(app.url + url);
      return [answer.status, answer.ok ? 'read' : ((await answer.json()) as { code: string }).code];
    };
    expect(await open()).toEqual([200, 'read']);
    await end();
    const code = status === 404 ? 'FILE_NOT_FOUND' : 'FILE_LINK_INVALID';
    expect(await open()).toEqual([status, code]);
  },
);
