import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import { Queue } from '../core/queue.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import { keyed } from '../core/ids.ts';
import { authLimits } from './auth.limits.ts';
import type { KnownUser } from './auth.queries.ts';

/**
 * The least that OWASP recommends for Argon2id: 19 MiB of memory, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const STANDARD = { memory: 19_456, passes: 2, parallelism: 1 };
let cost = STANDARD;
/** Of passwords that are hashed from now on; tests make it low. */
export const setHashingCost = (wanted = STANDARD): void => void (cost = wanted);
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const OWN = 'own';

const derive = promisify(argon2);
const queue = new Queue({
  // More at a time would starve the thread pool that files and DNS use too.
  running: 2,
  waiting: 250,
  retryAfterSeconds: 5,
});

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
const phc = ({ memory, passes, parallelism }: typeof STANDARD, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;

/**
 * The same password is spelled differently by different keyboards; NFKC makes the spellings one.
 */
const tagOf = (
  password: string,
  parameters: typeof STANDARD,
  salt: Buffer,
  tagLength: number,
): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: salt,
    ...parameters,
    tagLength,
  });

export async function hashPassword(
  password: string,
  { from = OWN, salt = randomBytes(SALT_BYTES) }: { from?: string; salt?: Buffer } = {},
): Promise<string> {
  return phc(cost, salt, await queue.run(from, () => tagOf(password, cost, salt, TAG_BYTES)));
}

/**
 * The salt of every sign-up with an address: passwords of several are compared with one derivation,
 * and by their hashes whether two are the same.
 */
export const signUpSalt = (secret: string, email: string): Buffer =>
  Buffer.from(keyed(secret, 'salt of a sign-up', email), 'base64url').subarray(0, SALT_BYTES);

export const unusableHash = (): string =>
  phc(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string) {
  const parts = PHC.exec(hash);
  if (!parts) throw new Error('A stored password hash is no argon2id string');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const [salt, tag] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  return { parameters: { memory, passes, parallelism }, salt, tag };
}

async function isOneOf(hashes: readonly string[], password: string): Promise<boolean> {
  // A sign-in for an unknown address works as long as for a known one.
  const { parameters, salt, tag } = parse(hashes[0] ?? unusableHash());
  const derived = await tagOf(password, parameters, salt, tag.length);
  return (
    hashes.map(parse).filter((known) => isSame(known.salt, salt) && isSame(known.tag, derived))
      .length > 0
  );
}

const isSame = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * A network waits its turn for the work of passwords, however many addresses, and of IPv6 networks
 * of one site, it has, and whatever the passwords are of.
 */
export function turnOf(address: string): string {
  const { own, site = own } = limitKeysOf({ address });
  return site;
}

/** Whose turn it is, and what is asked again when it has come, which may be long after the call. */
export interface Turn {
  readonly from: string;
  readonly beforeWork?: () => Promise<void>;
}

/**
 * What a password signs in to: the account, or a sign-up that waits for its link. For one that is
 * not the account's the work does not tell whether there is one.
 */
export const matchPassword = (
  { account, signUps }: { account: string | undefined; signUps: readonly string[] },
  password: string,
  { from, beforeWork }: Turn,
): Promise<'account' | 'sign-up' | undefined> =>
  queue.run(from, async () => {
    await beforeWork?.();
    if (await isOneOf(account === undefined ? [] : [account], password)) return 'account';
    return signUps.length > 0 && (await isOneOf(signUps, password)) ? 'sign-up' : undefined;
  });

/** Without a hash the password is not the one, after the same work. */
export const verifyPassword = async (
  hash: string | undefined,
  password: string,
  turn: Turn = { from: OWN },
): Promise<boolean> =>
  (await matchPassword({ account: hash, signUps: [] }, password, turn)) === 'account';

/** Throws WRONG_PASSWORD, and after a few TOO_MANY_REQUESTS. */
export async function checkPassword(
  { limits }: Pick<App, 'limits'>,
  { id, password_hash: hash }: Pick<KnownUser, 'id' | 'password_hash'>,
  address: string,
  password: string,
): Promise<void> {
  const beforeWork = () => limits.check(authLimits.passwordFailures, id);
  await beforeWork();
  if (!(await verifyPassword(hash, password, { from: turnOf(address), beforeWork }))) {
    await limits.take(authLimits.passwordFailures, id);
    throw new ProductError('WRONG_PASSWORD');
  }
  await limits.forget(authLimits.passwordFailures, id);
}
