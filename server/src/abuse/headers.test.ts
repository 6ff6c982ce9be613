import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { sendRaw } from '../../testing/uploads.ts';

// Headers and queries that no browser sends.

describe('headers', () => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await buildTestApp();
    owner = await signUp(app);
  });
  afterAll(() => app.stop());

  const as = (
    what: Parameters<typeof call>[1],
    body?: unknown,
    more: Record<string, string> = {},
  ) => call(app, what, { headers: { ...owner.headers, ...more }, body });

  describe('If-Match', () => {
    const junk = [
      '',
      ' ',
      '""',
      '"',
      '-1',
      '1.5',
      '1e3',
      '0x1',
      'W/',
      'W/""',
      'w/"1"',
      '"1", "2"',
      '1,2',
      '1;2',
      '**',
      '9'.repeat(16),
      '"'.repeat(2000),
      'NaN',
      'Infinity',
      '١',
      'constructor',
      "1' or '1'='1",
    ].map((value) => Buffer.from(value).toString('latin1'));

    test('that is none: 400, and nothing changes', async () => {
      const clip = (await as('POST /clipboard', { content: 'as it was' })).body;
      const write = `PUT /clipboard/${clip.id}` as const;
      for (const value of junk) {
        const { status } = await as(write, { content: 'lost' }, { 'if-match': value });
        expect([value, status]).toEqual([value, 400]);
      }
      // A version that there never was is no junk, and not this one.
      for (const value of ['0', '"999999999999999"', 'W/"7"'])
        expect((await as(write, { content: 'lost' }, { 'if-match': value })).status).toBe(412);
      expect((await as(`GET /clipboard/${clip.id}`)).body.content).toBe('as it was');
    });
  });

  test('languages that are none: mails and pages in English, nothing of them is kept', async () => {
    const junk = [
      'xx',
      '*',
      ';q=1',
      'fr;q=0',
      'fr;q=abc',
      'de;q=-1',
      '__proto__',
      'constructor;q=9',
      '../../etc/passwd',
      'english<script>',
      ','.repeat(10_000),
      'a'.repeat(8000),
      `${'x,'.repeat(4000)}fr`,
    ];
    const { db } = app.store;
    for (const [number, language] of junk.entries()) {
      const email = `language${number}@example.com`;
      const body = { name: 'Ada', email, password: 'a long password' };
      const headers = {
        'accept-language': language,
        cookie: `language=${encodeURIComponent(language.slice(0, 99))}`,
      };
      expect((await call(app, 'POST /auth/register', { body, headers })).status).toBe(201);
      expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual([
        'Confirm your email address',
      ]);
    }
    const kept = await db
      .selectFrom('registrations')
      .select('language')
      .where('email', 'like', 'language%')
      .execute();
    expect(kept.length).toBe(junk.length);
    expect(new Set(kept.map(({ language }) => language))).toEqual(new Set([null]));
  });

  test('the same language many times over, and ?lang with whatever in it: a page as ever', async () => {
    const plain = await fetch(`${app.url}/auth`);
    const expected = [plain.status, await plain.text()];
    const pages = [
      '?lang=',
      '?lang=xx',
      '?lang[]=fr',
      '?lang=%00',
      '?lang=%ff%fe',
      '?lang=%3Cscript%3E',
      '?lang=../../x',
      '?lang=__proto__',
      `?lang=${'fr'.repeat(3000)}`,
      `?${'lang=xx&'.repeat(1000)}`,
      '?lang=fr%0d%0aset-cookie:x=1',
    ];
    for (const page of pages) {
      const answer = await fetch(`${app.url}/auth${page}`);
      expect([page, answer.status, await answer.text()]).toEqual([page, ...expected]);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const twice = await sendRaw(
      app,
      `GET /auth?lang=xx HTTP/1.1\r\nhost: x\r\n${'accept-language: xx\r\n'.repeat(200)}connection: close\r\n\r\n`,
    );
    expect(twice.status).toBe(expected[0]);
  });

  test('a thousand files shared at once are turned away before they have come', async () => {
    const boundary = 'b';
    const part = (at: number) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${at}.txt"\r\n\r\n${'x'.repeat(1000)}\r\n`;
    const body = Array.from({ length: 1000 }, (_, at) => part(at)).join('') + `--${boundary}--\r\n`;
    const before = await app.store.db.selectFrom('files').select('id').execute();
    const answer = await new Promise<[number | undefined, string | undefined]>(
      (resolve, reject) => {
        const sending = request(`${app.url}/share`, {
          method: 'POST',
          headers: {
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'content-length': Buffer.byteLength(body),
          },
        });
        sending.on('response', (response) => {
          resolve([response.statusCode, response.headers.location]);
          sending.end(body.slice(5));
        });
        sending.on('error', reject);
        // Only the first bytes: the answer comes before the rest.
        sending.write(body.slice(0, 5));
      },
    );
    expect(answer).toEqual([303, '/share?lost=1']);
    expect(await app.store.db.selectFrom('files').select('id').execute()).toEqual(before);
  });

  test('wishes of sixteen kilobytes of blanks, many times over: answered like any', async () => {
    const content = 'long enough to be compressed '.repeat(100);
    const { id } = (await as('POST /clipboard', { content })).body as { id: string };
    const blanks = ' \t'.repeat(7500);
    // At a third of a second each, as a regular expression took, these would be two minutes.
    for (let round = 0; round < 400; round++) {
      const { status } = await as(`GET /clipboard/${id}`, undefined, {
        'accept-encoding': `gzip${blanks}x`,
      });
      expect(status).toBe(200);
    }
    for (const header of ['accept', 'accept-language', 'if-none-match', 'range'])
      expect(
        (await as(`GET /clipboard/${id}`, undefined, { [header]: `x${blanks}x` })).status,
      ).toBe(200);
  });
});
