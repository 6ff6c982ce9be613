import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp } from '../../../testing/factories.ts';
import { escapeText, preferredLanguage, writtenDocument } from './pages.ts';

const ages = { now: '', minutes: [], hours: [], days: [] };
const template = {
  html: '<div>%CONTENT%</div><script type="application/json">%DATA%</script><p>%OTHER%</p>',
  parts: { text: '<textarea rows="1">%TEXT%</textarea><b title="%AGE%">%AGE%</b>' },
  ages,
};
const write = (text: string, data: unknown = { text }) =>
  writtenDocument(template, { part: 'text', texts: { TEXT: text, AGE: 'now' }, data });

/** What a parser finds of a text that stands in a textarea: RCDATA knows no markup. */
function readTextarea(html: string): string {
  const [, inside = ''] = /<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(html) ?? [];
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return inside.replace(/&(?:(\w+)|#(\d+));/g, (_, name: string, code: string) =>
    name ? (named[name] ?? '') : String.fromCharCode(Number(code)),
  );
}
const readData = (html: string): unknown =>
  JSON.parse(/<script type="application\/json">([^<]*)<\/script>/.exec(html)?.[1] ?? '');

const hostile = [
  '</textarea><script>alert(1)</script>',
  '</TEXTAREA ><img src=x onerror=alert(1)>',
  '<!--<script></script>-->',
  ']]><!DOCTYPE html></script\t>',
  '%TEXT% %DATA% %CONTENT% %AGE% %OTHER%',
  "$& $1 $` $' $$",
  '&lt;b&gt; &amp;amp; &#60;',
  '\n\nbegins with line feeds',
  '\r\nends of lines\r',
  ' \u2028 and \u2029 ',
  '"quotes" and \'others\'',
  '\u{1F600}\u202E\uFEFF',
];

describe('a text in a page', () => {
  test.each(hostile)('%j stays what it is, and becomes no markup', (text) => {
    const html = write(text);
    expect(readTextarea(html)).toBe(text);
    expect(readData(html)).toEqual({ text });
    const tags = html.match(/<[^>]*>/g);
    expect(tags).toEqual(write('harmless').match(/<[^>]*>/g));
    expect(html.split('<script')[1]).not.toMatch(/[\u2028\u2029]/);
    expect(html).toContain('<p>%OTHER%</p>');
  });

  test('what no document may hold is replaced for eyes, and whole for the app', () => {
    const text = 'a\0b\uD800c';
    const html = write(text);
    expect(readTextarea(html)).toBe('a\uFFFDb\uFFFDc');
    expect(readData(html)).toEqual({ text });
    expect(Buffer.from(html).toString('utf8')).toBe(html);
  });

  test('in an attribute it ends no quote', () => {
    expect(escapeText(`"'><&`)).toBe('&quot;&#39;&gt;&lt;&amp;');
  });

  test('a part that the build does not have is a defect', () => {
    expect(() => writtenDocument(template, { part: 'none', texts: {}, data: {} })).toThrow('none');
  });
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['en-US,en;q=0.9', 'en'],
  ['fr', 'fr'],
  ['FR-ch, fr;q=0.9, en;q=0.8', 'fr'],
  ['it, de;q=0.7, en;q=0.8', 'en'],
  ['it, es;q=0.7', 'es'],
  ['de;q=0, en', 'en'],
  ['de;q=x, en;q=0.1', 'en'],
  ['ja, zh', undefined],
  [`${'x'.repeat(100_000)},fr`, undefined],
])('a browser that asks for %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

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
