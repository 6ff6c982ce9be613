import { createECDH, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { call } from './call.ts';
import type { Person } from './factories.ts';
import { newId } from '../src/core/ids.ts';

/** As a browser makes one. */
export const subscription = (endpoint = `https://fcm.googleapis.com/fcm/send/${newId()}`) => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
};

/** Returns the id of what was sent. */
export async function sendClip(
  app: TestApp,
  { headers }: Pick<Person, 'headers'>,
  device: string,
  clipId: string | undefined,
): Promise<string> {
  const sent = await call(app, `POST /devices/${device}/send`, { headers, body: { clipId } });
  expect(sent.status).toBe(202);
  return sent.body.id;
}
