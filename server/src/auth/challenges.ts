import { randomBytes } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { isKeyed, keyed } from '../core/ids.ts';
import { findDone, keepDone } from '../core/once.queries.ts';
import { MINUTE_MS } from '../core/time.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;

/** What a challenge is good for, and of whom: a token, a session, an account. */
export type Purpose =
  | readonly ['sign in']
  | readonly ['step', string]
  | readonly ['confirm', string]
  | readonly ['add', string];

const PURPOSE = 'challenge of a passkey';
const SHAPE = /^(\d{1,16})\.([\w-]{22})\.([\w-]{43})$/;

/** Stored nowhere: a page that is looked at writes nothing. */
export function newChallenge(secret: string, purpose: Purpose, now = Date.now()): string {
  const made = `${now}.${randomBytes(16).toString('base64url')}`;
  const text = `${made}.${keyed(secret, PURPOSE, made, ...purpose)}`;
  return Buffer.from(text).toString('base64url');
}

interface ClientData {
  readonly challenge?: unknown;
}

function challengeIn(clientDataJSON: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as ClientData;
    return typeof data.challenge === 'string' ? data.challenge : '';
  } catch {
    throw new ProductError('INVALID_REQUEST');
  }
}

/** The challenge that was answered. Throws STEP_OVER where it was made for something else. */
export function answeredChallenge(
  secret: string,
  purpose: Purpose,
  clientDataJSON: string,
  now = Date.now(),
): string {
  const challenge = challengeIn(clientDataJSON);
  const text = Buffer.from(challenge, 'base64url').toString();
  const [, at = '', random = '', mac = ''] = SHAPE.exec(text) ?? [];
  const isOurs = isKeyed(mac, secret, PURPOSE, `${at}.${random}`, ...purpose);
  if (!isOurs || Math.abs(now - Number(at)) > CHALLENGE_MS) throw new ProductError('STEP_OVER');
  return challenge;
}

const keyOf = (challenge: string) => `challenge ${challenge}`;

/** Throws STEP_OVER the second time. */
export async function spendChallenge(tx: Tx, challenge: string, now = Date.now()): Promise<void> {
  if (await isUsed(tx, challenge, now)) throw new ProductError('STEP_OVER');
  await keepDone(tx, {
    key: keyOf(challenge),
    user_id: null,
    fingerprint: '',
    clip_id: null,
    reply: '',
    forget_at: now + 2 * CHALLENGE_MS,
  });
}

const isUsed = async (db: Db, challenge: string, now: number): Promise<boolean> =>
  (await findDone(db, keyOf(challenge), now)) !== undefined;
