import { expect, test } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { secretIn } from '../../testing/log-canaries.ts';

test.each([
  ['Bearer 3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a token'],
  ['/desktop/shared/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a token'],
  ['GET /s/3q2-7wAAAAAAAAAAAAAAAA', 'a link'],
  ['to ada@example.com', 'an e-mail address'],
  ['from 203.0.113.7', 'a whole address'],
  ['it was correct horse battery', 'a password'],
  ['"network":"203.0.113.0/24"', undefined],
  ['connect ECONNREFUSED 127.0.0.1:5432', undefined],
  ['at file:///app/node_modules/@fastify/multipart/index.js:1:2', undefined],
])('%s tells %s', (line, told) => {
  expect(secretIn(line, ['correct horse battery'])).toBe(told);
});

test.each(['token', 'password', 'email', 'link'] as const)(
  'a server whose log tells the %s of a person fails its tests',
  async (what) => {
    const app = await buildTestApp({ LOG_LEVEL: 'silent' });
    const { user, session } = await signUp(app);
    await call(app, 'POST /auth/login', {
      body: { email: user.email, password: 'not my password' },
    });
    const link = 'ABCDEFGHIJKLMNOPQRSTUV';
    await call(app, 'GET /link', { headers: { 'x-link-token': link } });
    const secrets = {
      link,
      token: session.access_token,
      password: 'not my password',
      email: user.email,
    };
    app.server.log.debug({ told: secrets[what] }, 'Told');
    await expect(app.stop()).rejects.toThrow(
      /The log tells an? (token|password|e-mail address): .*Told/,
    );
  },
);
