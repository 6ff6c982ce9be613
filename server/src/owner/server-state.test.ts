import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { listen } from '../../testing/listen.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { as, signUpAdmin } from '../../testing/owner.ts';

test('a test mail goes to whoever asks, one in ten seconds', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  const admin = await signUpAdmin(app);
  const send = () => as(app, admin)('POST /admin/test-mail');
  expect((await send()).body).toEqual({
    message: 'Written to the outbox folder. Nobody gets it.',
  });
  expect((await mailsTo(app, admin.user.email)).map(({ subject }) => subject)).toEqual([
    'A test mail',
  ]);
  const again = await send();
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '10']);
  await app.stop();
});

test('a mail server that takes it is told as such', async () => {
  const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], logger: false });
  const port = await listen(server.server);
  const app = await buildTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const admin = await signUpAdmin(app);
  expect((await as(app, admin)('POST /admin/test-mail')).body).toEqual({
    message: `A mail to ${admin.user.email} was sent.`,
  });
  expect((await as(app, admin)('GET /features')).body.mail).toBe(true);
  await app.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('a mail server that refuses, or is not there, is told by its code', async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, decide) =>
      decide(Object.assign(new Error('Not here'), { responseCode: 554 })),
  });
  const port = await listen(server.server);
  for (const [at, code] of [
    [port, '554'],
    [9, 'no connection'],
  ] as const) {
    const app = await buildTestApp({ SMTP_URL: `smtp://127.0.0.1:${at}` });
    const admin = await signUpAdmin(app);
    expect(await as(app, admin)('POST /admin/test-mail')).toMatchObject({
      status: 502,
      body: {
        code: 'MAIL_FAILED',
        error: `The mail could not be sent: ${code}.`,
        values: { code },
      },
    });
    expect((await as(app, admin)('GET /admin/server')).body.mail).toBe('smtp');
    await app.stop();
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
