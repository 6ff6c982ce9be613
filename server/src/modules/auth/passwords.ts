import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns } from './turns.ts';

/**
 * The least that OWASP recommends for Argon2id: 19 MiB of memory, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const STANDARD = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** More at a time would starve the thread pool that files and DNS use too. */
const MAX_RUNNING = 2;
/** Some ten seconds of work; whoever comes later is told to come back. */
const MAX_WAITING = 1000;

const derive = promisify(argon2);
const inTurn = createTurns(MAX_RUNNING, MAX_WAITING);

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

/** How a password is stored: a PHC string with its own salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phc(STANDARD, salt, await inTurn(() => tagOf(password, STANDARD, salt, TAG_BYTES)));
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Nobody's: a sign-in for an unknown address works as long as for a known one. */
const NOBODYS = phc(STANDARD, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/**
 * Whether the password is the one behind the hash; without a hash it is not, after the same work.
 * `beforeWork` runs when the turn comes, which may be long after the call.
 */
export async function verifyPassword(
  hash: string | undefined,
  password: string,
  beforeWork: () => Promise<void> = async () => {},
): Promise<boolean> {
  const parts = PHC.exec(hash ?? NOBODYS);
  if (!parts) throw new Error('A stored password hash is no argon2id string');
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const [salt, expected] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [
    Buffer,
    Buffer,
  ];
  return inTurn(async () => {
    await beforeWork();
    const tag = await tagOf(password, { memory, passes, parallelism }, salt, expected.length);
    return timingSafeEqual(tag, expected) && hash !== undefined;
  });
}
