import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { billingSettings, StripeServer } from '../../testing/stripe-server.ts';
import { upload } from '../../testing/uploads.ts';

const stripe = new StripeServer();
let stripeUrl: string;
beforeAll(async () => void (stripeUrl = await stripe.listen()));
afterAll(() => stripe.close());

const headOf = (cookie: string | null) => (cookie ?? '').split(';')[0] ?? '';

describe('links of files by plan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...billingSettings(stripeUrl) });
  });
  afterAll(() => app.stop());

  const putOn = (person: Person, plan: 'basic' | 'pro' | 'advanced') =>
    app.store.db
      .updateTable('users')
      .set({ paid_plan: plan, paid_until: null })
      .where('id', '=', person.user.id)
      .execute();

  const open = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(app.url + url, { headers })).status;

  /** Where a user has a file, each with the link that they read for themselves. */
  const own: Record<string, (person: Person) => Promise<string>> = {
    async 'of a clip'({ headers }) {
      const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'a' } })).body;
      await upload(app, `/clipboard/${clip.id}/files`, headers);
      return (await call(app, `GET /clipboard/${clip.id}`, { headers })).body.filePath;
    },
    async 'of a room'({ headers }) {
      const owner = await signUp(app);
      await putOn(owner, 'advanced');
      const body = { name: 'Room', isPrivate: false };
      const room = (await call(app, 'POST /rooms', { headers: owner.headers, body })).body;
      await call(app, 'POST /rooms/join', { headers, body: { shareToken: room.shareToken } });
      return (await upload(app, `/rooms/${room.id}/upload`, headers)).body.file_url;
    },
    async 'of a desktop'({ headers }) {
      return (await upload(app, '/virtual-desktop/items/file', headers)).body.file_url;
    },
  };

  describe.each(Object.keys(own))('a link to a file %s, read for oneself', (where) => {
    test('opens for others while the plan shares, and for oneself alone while it does not', async () => {
      const [person, other] = [await signUp(app), await signUp(app)];
      await putOn(person, 'pro');
      const url = await own[where]!(person);
      expect(await open(url)).toBe(200);
      await putOn(person, 'basic');
      expect(await open(url)).toBe(402);
      expect(await open(url, other.headers)).toBe(402);
      expect(await open(url, person.headers)).toBe(200);
      expect(await open(url, (await makeToken(app, person.user.id)).headers)).toBe(200);
      await putOn(person, 'pro');
      expect(await open(url)).toBe(200);
    });

    test('opens without a bearer token in the browser of its person, until they sign out', async () => {
      const [person, other] = [await signUp(app), await signUp(app)];
      await putOn(person, 'basic');
      const url = await own[where]!(person);
      const signIn = ({ user: { email } }: Person) =>
        call(app, 'POST /auth/login', { body: { email, password: TEST_PASSWORD } });
      const [mine, theirs] = [await signIn(person), await signIn(other)];
      const cookie = headOf(mine.headers.get('set-cookie'));
      expect(await open(url, { cookie })).toBe(200);
      expect(await open(url, { cookie: headOf(theirs.headers.get('set-cookie')) })).toBe(402);
      expect(await open(url, { cookie: cookie.slice(0, -1) })).toBe(402);
      expect(await open(url.replace(/signature=./, 'signature=~'), { cookie })).toBe(403);

      const refreshed = await call(app, 'POST /auth/refresh', {
        headers: { 'x-refresh-token': mine.body.session.refresh_token },
      });
      const again = headOf(refreshed.headers.get('set-cookie'));
      expect(await open(url, { cookie: again })).toBe(200);
      const headers = { authorization: `Bearer ${refreshed.body.accessToken}` };
      const { headers: last } = await call(app, 'POST /auth/logout', { headers });
      expect(last.get('set-cookie')).toContain('Max-Age=0');
      expect(await open(url, { cookie: again })).toBe(402);
    });
  });

  test('a link that a holder of the desktop read ends with the plan that shared it', async () => {
    const person = await signUp(app);
    await putOn(person, 'pro');
    await own['of a desktop']!(person);
    const { desktop } = (await call(app, 'GET /virtual-desktop', { headers: person.headers })).body;
    const shared = await call(app, `GET /virtual-desktop/shared/${desktop.share_token}`);
    const url = shared.body.items[0].file_url as string;
    expect(await open(url)).toBe(200);
    await putOn(person, 'basic');
    expect(await open(url)).toBe(402);
  });
});

test('where no plans are sold no cookie is set, and links open as they are', async () => {
  const app = await buildTestApp();
  const { user } = await signUp(app);
  const body = { email: user.email, password: TEST_PASSWORD };
  const signedIn = await call(app, 'POST /auth/login', { body });
  expect([signedIn.status, signedIn.headers.get('set-cookie')]).toEqual([200, null]);
  await app.stop();
});

test('over HTTPS the cookie is one that no other host of the domain can set', async () => {
  const app = await buildTestApp({
    PUBLIC_URL: 'https://clipline.test',
    ...billingSettings(stripeUrl),
  });
  const { user } = await signUp(app);
  const body = { email: user.email, password: TEST_PASSWORD };
  const { headers } = await call(app, 'POST /auth/login', { body });
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-clipline_files=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
  );
  await app.stop();
});
