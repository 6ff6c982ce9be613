import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { grantFor, makeLink, newOpener, open, withGrant } from '../../testing/links.ts';

let app: TestApp;
let owner: Person;
beforeEach(async () => {
  app = await buildTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8' });
  owner = await signUp(app);
});
afterEach(() => app.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const share = async (more: Record<string, unknown> = {}) => {
  const { headers } = owner;
  const { body } = await call(app, 'POST /clipboard', { headers, body: { content: 'text' } });
  return makeLink(app, owner, { clipId: body.id, ...more });
};
const times = async (count: number, one: (index: number) => Promise<Answer>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await one(index)).status);
  return statuses;
};
const refused = {
  status: 429,
  body: { error: 'Too many requests. Please try again later.', code: 'TOO_MANY_REQUESTS' },
};

describe('what one address may do with links', () => {
  test('60 openings a minute, as many knocks as it likes', async () => {
    const link = await share();
    const attempt = (address: string) => open(app, link, {}, from(address));
    expect(await times(60, () => attempt('203.0.113.1'))).toEqual(Array(60).fill(200));
    const beyond = await attempt('203.0.113.1');
    expect(beyond).toMatchObject(refused);
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await attempt('203.0.113.2')).status).toBe(200);
    const headers = { 'x-link-token': link.url.split('/s/')[1] ?? '', ...from('203.0.113.1') };
    expect(await times(70, () => call(app, 'GET /link', { headers }))).toEqual(Array(70).fill(200));
  });

  test('wrong tokens count as openings, and nothing more', async () => {
    const link = await share();
    const dead = { url: `/s/${newOpener()}` };
    const attempt = (to: { url: string }) => open(app, to, {}, from('203.0.113.1'));
    expect(await times(59, () => attempt(dead))).toEqual(Array(59).fill(404));
    expect((await attempt(link)).status).toBe(200);
    expect(await attempt(link)).toMatchObject(refused);
    const look = (token: string) =>
      call(app, 'GET /link', { headers: { 'x-link-token': token, ...from('203.0.113.1') } });
    expect(await times(31, () => look(newOpener()))).toEqual(Array(31).fill(404));
    expect((await look(link.url.split('/s/')[1] ?? '')).status).toBe(200);
  });

  test('10 sendings an hour, and 30 a link from everywhere', async () => {
    const inbox = await makeLink(app, owner, { inbox: true });
    const grant = withGrant(await grantFor(app, inbox));
    const send = (address: string, captureId = newOpener()) =>
      call(app, 'POST /link/clips', {
        headers: { ...grant, ...from(address) },
        body: { content: 'sent', captureId },
      });
    const known = newOpener();
    expect((await send('203.0.113.1', known)).status).toBe(201);
    expect(await times(9, () => send('203.0.113.1'))).toEqual(Array(9).fill(201));
    expect(await send('203.0.113.1')).toMatchObject(refused);
    expect(await send('203.0.113.1')).toMatchObject(refused);
    // What was received is said again, whatever was sent since.
    expect((await send('203.0.113.1', known)).status).toBe(200);
    expect(await times(20, (index) => send(`203.0.113.${2 + (index % 2)}`))).toEqual(
      Array(20).fill(201),
    );
    expect(await send('203.0.113.9')).toMatchObject(refused);
    const other = await makeLink(app, owner, { inbox: true });
    const elsewhere = await call(app, 'POST /link/clips', {
      headers: { ...withGrant(await grantFor(app, other)), ...from('203.0.113.9') },
      body: { content: 'sent', captureId: newOpener() },
    });
    expect(elsewhere.status).toBe(201);
  });
});

test('wrong passwords lock the network that they came from, of IPv6 a /48, and nobody else', async () => {
  const link = await share({ password: 'four good words' });
  const attempt = (address: string, password = 'a wrong one') =>
    open(app, link, { password }, from(address));
  for (const network of ['1', '2', '3', '4'])
    expect(await times(5, (index) => attempt(`2001:db8:${network}:${index}::1`))).toEqual(
      Array(5).fill(403),
    );
  expect(await attempt('2001:db8:1:77::1', 'four good words')).toMatchObject({
    status: 429,
    body: { code: 'LINK_LOCKED' },
  });
  const { headers } = owner;
  const { body } = await call(app, 'GET /links?state=active', { headers });
  expect(body.links).toMatchObject([{ id: link.id }]);
  expect((await call(app, 'GET /links?state=locked', { headers })).status).toBe(400);
  for (const address of ['2001:db8:5::1', '203.0.113.1'])
    expect((await attempt(address, 'four good words')).status).toBe(200);
});
