import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';

const SHORT = 'a short text';
const LONG = 'Kitchen, garden and the train to town. '.repeat(100);
/** Its JSON is longer than what is compressed at once. */
const VERY_LONG = 'Kitchen, garden and the train to town. '.repeat(4000);

let app: TestApp;
let owner: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await buildTestApp();
  owner = await signUp(app);
  for (const content of [SHORT, LONG, VERY_LONG])
    ids[content] = (
      await call(app, 'POST /clipboard', { body: { content }, headers: owner.headers })
    ).body.id;
});
afterAll(() => app.stop());

/** As it comes, not decoded. */
async function ask(
  path: string,
  encodings: string | undefined,
  { method = 'GET', body }: { method?: string; body?: string } = {},
): Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }> {
  const asked = request(`${app.url}/api${path}`, {
    method,
    headers: {
      ...owner.headers,
      ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { headers: response.headers, bytes: await buffer(response) };
}
const clip = (content: string) => `/clipboard/${ids[content]}`;
const contentIn = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { content: string }).content;
const decode: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => zlib.brotliDecompressSync(bytes),
  gzip: (bytes) => zlib.gunzipSync(bytes),
};

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
])('who takes %s gets %s, of every length', async (encodings, encoding) => {
  for (const content of [LONG, VERY_LONG]) {
    const { headers, bytes } = await ask(clip(content), encodings);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      vary: 'Origin, Accept-Encoding',
    });
    expect(bytes.length).toBeLessThan(content.length / 4);
    expect(contentIn(decode[encoding]?.(bytes) ?? bytes)).toBe(content);
  }
});

test.each([undefined, '', 'identity', 'br;q=0', 'deflate, compress'])(
  'who takes %s gets the text',
  async (encodings) => {
    const { headers, bytes } = await ask(clip(LONG), encodings);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBe('Origin, Accept-Encoding');
    expect(contentIn(bytes)).toBe(LONG);
  },
);

test('what is short, and what creates, is sent as it is', async () => {
  const short = await ask(clip(SHORT), 'br');
  expect(short.headers['content-encoding']).toBeUndefined();
  expect(contentIn(short.bytes)).toBe(SHORT);
  const body = JSON.stringify({ content: LONG });
  const created = await ask('/clipboard', 'br', { method: 'POST', body });
  expect(created.headers['content-encoding']).toBeUndefined();
  expect(contentIn(created.bytes)).toBe(LONG);
});

test('HEAD tells what GET would, without the bytes', async () => {
  const { headers, bytes } = await ask(clip(LONG), 'br', { method: 'HEAD' });
  expect(headers['content-encoding']).toBe('br');
  expect(Number(headers['content-length'])).toBeGreaterThan(0);
  expect(bytes).toHaveLength(0);
});

test('how long an answer is tells little of what is in it', async () => {
  const lengths = new Set<number>();
  for (let turn = 0; turn < 40; turn++) lengths.add((await ask(clip(LONG), 'br')).bytes.length);
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeGreaterThan(16);
  expect(lengths.size).toBeGreaterThan(10);
});
