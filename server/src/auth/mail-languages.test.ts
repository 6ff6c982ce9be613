import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';

describe('languages of mails', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.stop());

  const subjects = async (email: string) =>
    (await mailsTo(app, email)).map(({ subject }) => subject);
  const signUp = async (email: string, headers: Record<string, string>) => {
    const body = { name: 'Ada', email, password: TEST_PASSWORD };
    await call(app, 'POST /auth/register', { body, headers });
    const [mail] = await mailsTo(app, email);
    const token = fragmentOf(mail?.link ?? '').get('token') ?? '';
    await call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': token },
    });
  };
  const logIn = async (email: string, headers: Record<string, string> = {}) =>
    (await call(app, 'POST /auth/login', { body: { email, password: TEST_PASSWORD }, headers }))
      .body as { session: { access_token: string } };
  const forget = (email: string, headers: Record<string, string> = {}) =>
    call(app, 'POST /auth/forgot-password', { body: { email }, headers });

  test('mails are in the language of the browser that asked, which the account keeps', async () => {
    const email = 'lena@example.com';
    await signUp(email, { 'accept-language': 'de-CH, de;q=0.9, en;q=0.8' });
    expect(await subjects(email)).toEqual(['Bestätige deine E-Mail-Adresse']);
    // Asked by a program, which says nothing of languages.
    await forget(email);
    expect((await subjects(email)).at(-1)).toBe('Setze dein Passwort zurück');
    // What was chosen on the page goes before what the browser likes.
    await logIn(email, { 'accept-language': 'de', cookie: 'language=fr' });
    await forget(email);
    expect((await subjects(email)).at(-1)).toBe('Réinitialisez votre mot de passe');
    await forget(email, { 'accept-language': 'es' });
    expect((await subjects(email)).at(-1)).toBe('Restablece tu contraseña');
  });

  test('an account that was never told of a language reads English', async () => {
    const email = 'max@example.com';
    await signUp(email, {});
    await logIn(email);
    await forget(email);
    expect(await subjects(email)).toEqual(['Confirm your email address', 'Reset your password']);
  });

  test('who is invited reads what the one who knows them does, who is known their own', async () => {
    await signUp('anna@example.com', { 'accept-language': 'de' });
    await signUp('marie@example.com', { 'accept-language': 'fr' });
    const { session } = await logIn('anna@example.com');
    const headers = { authorization: `Bearer ${session.access_token}` };
    const room = await call(app, 'POST /rooms', { body: { name: 'Garten' }, headers });
    const { id } = room.body as { id: string };
    for (const email of ['marie@example.com', 'unknown@example.com'])
      await call(app, `POST /rooms/${id}/members`, { body: { email }, headers });
    expect((await subjects('marie@example.com')).at(-1)).toBe(
      'Ada vous a ajouté dans le salon « Garten »',
    );
    expect(await subjects('unknown@example.com')).toEqual([
      'Ada hat dich in den Raum „Garten“ eingeladen',
    ]);
  });
});
