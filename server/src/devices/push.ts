import { createECDH, hkdfSync } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../core/config.ts';
import { parseSender } from '../core/mail/message.ts';
import { DAY_SECONDS } from '../core/time.ts';
import { pushHostOf } from './push.access.ts';

/** How many private keys P-256 has, and one. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** So much longer than a key that no key is likelier than another. */
const SEED_BYTES = 48;
const PATIENCE_MS = 10_000;

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** By which push services know this server (RFC 8292): they follow from its secret. */
export function vapidKeys(secret: string): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'key for push services', SEED_BYTES));
  const number = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const key = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: key.toString('base64url') };
}

/** Whom a push service may turn to. */
function contactOf({ PUBLIC_URL, MAIL_FROM }: Pick<Config, 'PUBLIC_URL' | 'MAIL_FROM'>): string {
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL;
  const { address } = parseSender(MAIL_FROM);
  return `mailto:${/^[^@]+@[^@]+$/.test(address) ? address : 'clipline@localhost'}`;
}

const isPublic = ({ address }: { readonly address: string }) =>
  ipaddr.process(address).range() === 'unicast';

/** Whatever the name server of a stranger says: what was looked at is what is connected to. */
export const publicOnly: LookupFunction = (name, options, tell) =>
  lookUp(name, { ...options, all: true }, (error, addresses) => {
    if (error) return tell(error, '');
    if (!addresses.every(isPublic)) return tell(new Error('The address is private'), '');
    if (options.all) return tell(null, addresses);
    tell(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

export interface Message {
  readonly payload: string;
  readonly topic: string;
  /** Of high urgency it reaches a phone that saves its battery, too. */
  readonly urgency: 'high' | 'normal';
}

/** Sends to the push service of a browser, and follows it nowhere. */
export type Post = (to: Subscription, message: Message, ended: AbortSignal) => Promise<Answer>;

export function postBy(
  config: Pick<Config, 'APP_SECRET' | 'PUBLIC_URL' | 'MAIL_FROM' | 'PUSH_HOSTS'>,
  patienceMs = PATIENCE_MS,
): Post {
  const vapidDetails = { subject: contactOf(config), ...vapidKeys(config.APP_SECRET) };
  return async ({ endpoint, p256dh, auth }, { payload, topic, urgency }, ended) => {
    const host = pushHostOf(endpoint, config.PUSH_HOSTS);
    // Its name may have been taken from the list since.
    if (!host) throw new Error('No push service that is known');
    // Only here: whoever is never notified never loads it.
    const { default: library } = await import('web-push');
    const { method, headers, body } = library.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      { vapidDetails, TTL: DAY_SECONDS, contentEncoding: 'aes128gcm', topic, urgency },
    );
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const outgoing = request(endpoint, {
      method,
      headers,
      agent: false,
      signal: AbortSignal.any([ended, AbortSignal.timeout(patienceMs)]),
      ...(host === 'known' && { lookup: publicOnly }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.destroy();
    });
    outgoing.end(body);
    return promise;
  };
}
