import type { TestApp } from './build-test-app.ts';
import { Authenticator } from './authenticator.ts';
import { call } from './call.ts';
import { type Person, TEST_PASSWORD } from './factories.ts';
import { as } from './owner.ts';
import { codeAt, stepAt } from '../src/auth/totp.ts';

export const HOME = 'https://clipline.test';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As an authenticator app shows it. */
export function codeOf(secret: string, now = Date.now()): string {
  const bits = [...secret]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return codeAt(bytes, stepAt(now));
}

export async function addPasskey(app: TestApp, person: Person, name?: string) {
  const key = new Authenticator(HOME);
  const ask = as(app, person);
  const { body: options } = await ask('POST /account/passkeys/options');
  const answer = await ask('POST /account/passkeys', {
    ...(name !== undefined && { name }),
    response: key.create(options),
  });
  return { key, answer };
}

export async function addAuthenticator(app: TestApp, person: Person): Promise<string> {
  const ask = as(app, person);
  const { body } = await ask('POST /account/authenticator');
  const { status } = await ask('PUT /account/authenticator', { code: codeOf(body.secret) });
  if (status !== 204) throw new Error(`No authenticator app: ${status}`);
  return body.secret;
}

/** Confirmed by the password, as a person does it first. */
export async function turnOn(app: TestApp, person: Person): Promise<string[]> {
  const ask = as(app, person);
  await ask('POST /account/confirm', { password: TEST_PASSWORD });
  const { body } = await ask('POST /account/two-step');
  return body.recoveryCodes;
}

export const logIn = async (app: TestApp, { user }: Person, headers: Record<string, string> = {}) =>
  (
    await call(app, 'POST /auth/login', {
      body: { email: user.email, password: TEST_PASSWORD },
      headers,
    })
  ).body;
