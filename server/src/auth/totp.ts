import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { keyed } from '../core/ids.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

/** RFC 6238 with SHA-1. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The time step of which it is the code, within one of now. */
export const stepOf = (secret: Buffer, code: string, now: number): number | undefined =>
  [0, 1, -1].map((by) => stepAt(now) + by).find((step) => codeAt(secret, step) === code);

const IV_BYTES = 12;
const TAG_BYTES = 16;
const keyOf = (secret: string) =>
  Buffer.from(keyed(secret, 'key of authenticator apps'), 'base64url');

/** For one account: in the row of another it cannot be read. */
export function sealed(appSecret: string, userId: string, secret: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), iv).setAAD(Buffer.from(userId));
  const bytes = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');
}

/** Undefined where APP_SECRET was another one then. */
export function unsealed(appSecret: string, userId: string, text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const tagEnd = IV_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
  } catch {
    return undefined;
  }
}
