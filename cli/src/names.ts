import { randomBytes } from 'node:crypto';

const MAX_BYTES = 200;
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/** A name that is a file of its folder on every system, whatever the server says. */
export function cleanName(name: string): string {
  let cleaned = name
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  while (Buffer.byteLength(cleaned) > MAX_BYTES) cleaned = [...cleaned].slice(1).join('');
  if (DEVICE.test(cleaned)) cleaned = `_${cleaned}`;
  return cleaned === '' ? 'file' : cleaned;
}

/** `name (2).ext` for the second of a name. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

/** Of one thing that is saved, however often it has to be sent. */
export const newKey = (): string => randomBytes(16).toString('base64url');

export const isId = (id: unknown): boolean => typeof id === 'string' && /^[\w-]{1,64}$/.test(id);
