import { createECDH } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import { deviceEndpoints as endpoints } from '@clipline/contract/schemas/devices.ts';
import type { App } from '../core/app.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { pushHostOf } from './push.access.ts';
import { pushJob } from './push.delivery.ts';
import { keepSubscription, removeSubscriptions } from './push.queries.ts';

/** Whether what was meant for a browser can be encrypted with it: a point on the curve. */
function isPublicKey(key: string): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    return ecdh.computeSecret(key, 'base64url').length > 0;
  } catch {
    return false;
  }
}

async function subscribe({ user, body, change }: Call<typeof endpoints.subscribe>, app: App) {
  const { endpoint, keys } = body;
  if (!isPublicKey(keys.p256dh)) throw new ProductError('INVALID_REQUEST');
  if (!pushHostOf(endpoint, app.config.PUSH_HOSTS)) throw new ProductError('PUSH_ENDPOINT_REFUSED');
  await change((tx) => keepSubscription(tx, { session_id: user.sessionId, endpoint, ...keys }));
}

const unsubscribe = async ({ user, change }: Call<typeof endpoints.unsubscribe>) =>
  change((tx) => removeSubscriptions(tx, { session_id: user.sessionId }));

export function servePush(app: App): void {
  serve(app, endpoints.subscribe, subscribe);
  serve(app, endpoints.unsubscribe, unsubscribe);
  app.jobs.push(pushJob(app));
}
