import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { signUp, TEST_PASSWORD } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());

  test('a person signs in, calls and logs out', async () => {
    const { user } = await signUp(app);
    const login = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email.toUpperCase(), password: TEST_PASSWORD }),
    });
    const reply = (await login.json()) as { session: { access_token: string } };
    expect(login.status).toBe(200);
    expect(reply).toEqual({ user, session: { access_token: expect.any(String), refresh_token: expect.any(String), expires_at: expect.any(Number) } });
    const headers = { authorization: `Bearer ${reply.session.access_token}` };
    const logout = () => fetch(`${app.url}/api/auth/logout`, { method: 'POST', headers });
    expect((await logout()).status).toBe(200);
    expect((await logout()).status).toBe(401);
  });
});
