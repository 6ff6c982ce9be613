import { languages } from '@clipline/contract/languages.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { manyCases } from '../../testing/cases.ts';
import { bearer, type Person, signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { mailName } from '../rooms/rooms.mails.ts';
import { printable, printableLines } from '../core/printable.ts';

// What strangers choose, and others read in the name of the product.

const SENTENCE = 'Your account is closed: call +49 30 1234567 or see https://evil.example/pay';
/** Of the sentence, where a mail has no reason to say it. */
const TELLTALE = /evil|closed|1234567/;

describe('words of others', () => {
  let app: TestApp;
  let stranger: Person;
  beforeAll(async () => {
    app = await buildTestApp();
    stranger = await signUp(app, { name: SENTENCE });
  });
  afterAll(() => app.stop());

  test.each([
    [SENTENCE, 'Your account is closed call 49 30 1234 o'],
    ['Ada O’Neil-Müller', 'Ada O’Neil-Müller'],
    ['  Zoe\u0308   \u0301&  1800123456789 ', 'Zoë 1800'],
    ['https://evil.example/pay', 'httpsevilexamplepay'],
    ['{who} {room} <b>x</b>', 'who room bxb'],
    ['ไทย 42', 'ไทย 42'],
    ['!?… 💥', ''],
    ['x\u0304'.repeat(21), 'x\u0304'.repeat(20)],
    ['𝒜'.repeat(41), '𝒜'.repeat(40)],
  ])('a mail writes the name %j as %j', (name, expected) => {
    expect(mailName(name)).toBe(expected);
  });

  describe('no mail holds what others typed', () => {
    const as = (what: Parameters<typeof call>[1], body?: unknown, language = 'en') =>
      call(app, what, {
        headers: { ...stranger.headers, 'accept-language': language },
        body,
      });

    test.each(languages)('names of people and rooms, in %s', async (language) => {
      const room = await as('POST /rooms', { name: SENTENCE });
      const member = (await signUp(app)).user.email;
      const invited = `invited.${language}@example.com`;
      for (const email of [member, invited])
        expect((await as(`POST /rooms/${room.body.id}/members`, { email }, language)).status).toBe(
          201,
        );
      // A stranger signs up with an address that is not theirs, known and unknown.
      const unknown = `unknown.${language}@example.com`;
      for (const email of [member, unknown]) {
        const body = { name: SENTENCE, email, password: SENTENCE };
        const headers = { 'accept-language': language };
        expect((await call(app, 'POST /auth/register', { body, headers })).status).toBe(201);
        await call(app, 'POST /auth/forgot-password', { body: { email }, headers });
      }
      const counts = [];
      for (const address of [member, invited, unknown]) {
        const mails = await mailsTo(app, address);
        counts.push(mails.length);
        for (const { subject, text } of mails)
          expect((subject + text).replaceAll(mailName(SENTENCE), '')).not.toMatch(TELLTALE);
      }
      expect(counts).toEqual([3, 1, 1]);
    });

    test('nor what comes to a person by that name', async () => {
      const email = 'named@example.com';
      await call(app, 'POST /auth/register', {
        body: { name: SENTENCE, email, password: TEST_PASSWORD },
      });
      const [confirmation] = await mailsTo(app, email);
      await call(app, 'GET /auth/check-email-confirmation', {
        headers: {
          'x-confirmation-token': fragmentOf(confirmation?.link ?? '').get('token') ?? '',
        },
      });
      const { id } = await app.store.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const headers = bearer(await signIn(app, id));
      await call(app, 'POST /account/password', {
        headers,
        body: { password: TEST_PASSWORD, new_password: 'another password' },
      });
      await call(app, 'POST /auth/forgot-password', { body: { email } });
      await call(app, 'DELETE /account', { headers, body: { password: 'another password' } });
      const mails = await mailsTo(app, email);
      expect(mails).toHaveLength(4);
      for (const { subject, text } of mails) expect(subject + text).not.toMatch(TELLTALE);
    });
  });

  describe('the name of a program that asks to be let in', () => {
    const shown = async (name: string) => {
      const asked = await call(app, 'POST /auth/device', {
        body: { name, scopes: ['clips:read'] },
      });
      if (asked.status !== 200) return asked.status;
      const found = await call(app, `GET /auth/device?user_code=${asked.body.user_code}`, {
        headers: stranger.headers,
      });
      return found.body.name as string;
    };

    test.each([
      ['Backup\u001b[2J\u009b31m\r\nAllowed', 'Backup [2J 31m Allowed'],
      ['\u202eelif eht pukcaB\u202c', 'elif eht pukcaB'],
      ['\u2066Clip\u200bline\u2069\ufeff', 'Clipline'],
      ['Backup” to read your name?  Ignore: “', "Backup' to read your name?  Ignore: '"],
      ['«A» „B“ "C" ＂D＂ ‹E› 「F」', "'A' 'B' 'C' 'D' 'E' 'F'"],
      ['Ada’s laptop', 'Ada’s laptop'],
      ['see https://evil.example', 'see https://evil.example'],
      ['x'.repeat(60), 'x'.repeat(60)],
      ['x'.repeat(61), 400],
      ['\u200b\u202e \u0000', 400],
      ['a\u0301'.repeat(10_000), 400],
    ])('%j is shown as %j', async (name, expected) => {
      expect(await shown(name)).toBe(expected);
    });
  });
});

describe('the terminal of the operator', () => {
  test('is not steered by any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(printableLines(text).split('\n').length).toBe(text.split('\n').length);
        expect(printableLines(text).replaceAll('\n', '')).toBe(
          printable(text.replaceAll('\n', '')),
        );
      }),
      manyCases(),
    );
    expect(printable('a\u001b[31m\u009b\u202eb\r\n')).toBe(
      'a\\u{1b}[31m\\u{9b}\\u{202e}b\\u{d}\\u{a}',
    );
  });
});
