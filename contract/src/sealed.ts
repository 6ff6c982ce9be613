/** The format of sealed links, as docs/sealed.md tells it: RFC 8188 around a head, a text and files. */

export type Bytes = Uint8Array<ArrayBuffer>;
type Chunks = AsyncIterable<Uint8Array>;

const KEY_BYTES = 16;
const TAG_BYTES = 16;
const RECORD_BYTES = 65_536;
/** Salt, record size, and the length of the key id. */
export const HEADER_BYTES = 21;
const MIN_SEALED_BYTES = HEADER_BYTES + TAG_BYTES + 1;
const MIN_CONTENT_BYTES = 1024;
const PASSWORD_ROUNDS = 600_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const MAX_CONTENT_BYTES = 100 * 1024 ** 2;

/** What text and files may have together, and what they may have become. */
export const sealedLimits = (maxFileBytes: number) => {
  const content = Math.min(maxFileBytes, MAX_CONTENT_BYTES);
  return { content, sealed: Math.floor((content * 113) / 100) };
};

export interface FileHead {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}
export interface FileToSeal extends FileHead {
  readonly bytes: () => Chunks;
}
export interface OpenedFile extends FileHead {
  readonly bytes: readonly Bytes[];
}
export interface Opened {
  readonly text: string;
  readonly files: readonly OpenedFile[];
}

/** It does not add up, so that nothing of it is shown; or it is of a version after this one. */
export class SealBroken extends Error {
  readonly isNewer: boolean;
  constructor(isNewer = false) {
    super(isNewer ? 'This was sealed by a newer version.' : 'This cannot be opened.');
    this.isNewer = isNewer;
  }
}

const utf8 = new TextEncoder();
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
export const newKey = (): Bytes => random(KEY_BYTES);

function joined(...parts: readonly (string | Uint8Array)[]): Bytes {
  const all = parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : part));
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  all.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  return bytes;
}

const sha256 = async (...parts: readonly (string | Uint8Array)[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

async function hkdf(material: Bytes, salt: Bytes, info: string, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, length * 8));
}

const noSalt = new Uint8Array(0);

/** Takes as long as one try at the password should. */
export async function stretch(key: Bytes, password: string): Promise<Bytes> {
  const salt = (await sha256('clipline sealed password', key)).subarray(0, KEY_BYTES);
  const typed = utf8.encode(password.normalize('NFKC'));
  const from = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: PASSWORD_ROUNDS };
  return new Uint8Array(await crypto.subtle.deriveBits(how, from, 256));
}

/** What encrypts, and what the server may know of the password: neither leads to the other. */
export async function withPassword(key: Bytes, stretched: Bytes) {
  const proof = await hkdf(stretched, noSalt, 'clipline sealed proof', 32);
  return {
    material: await hkdf(joined(key, stretched), noSalt, 'clipline sealed key', KEY_BYTES),
    proof: btoa(String.fromCharCode(...proof))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace('=', ''),
  };
}

function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return bits.replace(/.{1,5}/g, (five) => LETTERS[parseInt(five.padEnd(5, '0'), 2)]!);
}

const checkOf = async (token: string, key: Bytes): Promise<string> =>
  base32(await sha256('clipline sealed link', token, key)).slice(0, 4);

/** What of the whole link stands behind #. */
export const fragmentOf = async (token: string, key: Bytes): Promise<string> =>
  base32(key) + (await checkOf(token, key));

/** Undefined of what is cut, mistyped, or of another link. */
export async function keyIn(token: string, fragment: string): Promise<Bytes | undefined> {
  const text = fragment.toLowerCase();
  if (!/^[a-z2-7]{30}$/.test(text)) return undefined;
  const bits = Array.from(text.slice(0, 26), (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = new Uint8Array(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => parseInt(byte, 2)),
  );
  return (await fragmentOf(token, key)) === text ? key : undefined;
}

/** Whether bytes of this length that begin so may be sealed ones, as far as a server can tell. */
export function looksSealed(head: Uint8Array, length: number): boolean {
  if (length < MIN_SEALED_BYTES || head.length < HEADER_BYTES) return false;
  const rest = new DataView(head.buffer, head.byteOffset + KEY_BYTES, 5);
  return rest.getUint32(0) === RECORD_BYTES && rest.getUint8(4) === 0;
}

async function cipherOf(material: Bytes, salt: Bytes) {
  const bytes = await hkdf(material, salt, 'Content-Encoding: aes128gcm\0', KEY_BYTES);
  const first = await hkdf(material, salt, 'Content-Encoding: nonce\0', 12);
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const at = (number: number) => {
    const iv = first.slice();
    const low = new DataView(iv.buffer, 8);
    low.setUint32(0, (low.getUint32(0) ^ number) >>> 0);
    return { name: 'AES-GCM', iv };
  };
  return {
    seal: async (record: Bytes, number: number): Promise<Bytes> =>
      new Uint8Array(await crypto.subtle.encrypt(at(number), key, record)),
    open: async (record: Bytes, number: number): Promise<Bytes> =>
      new Uint8Array(await crypto.subtle.decrypt(at(number), key, record)),
  };
}

/** Pieces of this length but the last, which says so and is never empty; each is the caller's own. */
async function* piecesOf(chunks: Chunks, length: number): AsyncGenerator<[Bytes, boolean]> {
  let [piece, filled] = [new Uint8Array(length), 0];
  for await (const chunk of chunks)
    for (let rest = chunk; rest.length > 0;) {
      if (filled === length) {
        yield [piece, false];
        [piece, filled] = [new Uint8Array(length), 0];
      }
      const part = rest.subarray(0, length - filled);
      piece.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
  if (filled > 0) yield [piece.slice(0, filled), true];
}

/** How long a content is told to be: its own length within an eighth (Padmé). */
function paddedLength(length: number): number {
  if (length <= MIN_CONTENT_BYTES) return MIN_CONTENT_BYTES;
  const exponent = Math.floor(Math.log2(length));
  const step = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1);
  return Math.ceil(length / step) * step;
}

async function* contentOf(text: Bytes, files: readonly FileToSeal[]): Chunks {
  const named = files.map(({ name, type, size }) => ({
    name: name.replace(/[/\\\0]/g, '_') || '_',
    type,
    size,
  }));
  const head = utf8.encode(JSON.stringify({ v: 1, text: text.length, files: named }));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length);
  yield joined(length, head, text);
  for (const { name, size, bytes } of files) {
    let came = 0;
    for await (const chunk of bytes()) {
      came += chunk.length;
      yield chunk;
    }
    if (came !== size) throw new Error(`${name} has changed.`);
  }
  const whole = files.reduce((sum, { size }) => sum + size, 4 + head.length + text.length);
  yield new Uint8Array(paddedLength(whole) - whole);
}

/** `material` is the key of the link, or what it becomes with a password. */
export async function* seal(
  material: Bytes,
  text: string,
  files: readonly FileToSeal[] = [],
  salt = random(16),
): AsyncGenerator<Bytes> {
  const header = joined(salt, new Uint8Array(5));
  new DataView(header.buffer).setUint32(KEY_BYTES, RECORD_BYTES);
  yield header;
  const { seal: sealed } = await cipherOf(material, salt);
  let number = 0;
  const content = contentOf(utf8.encode(text), files);
  for await (const [piece, isLast] of piecesOf(content, RECORD_BYTES - TAG_BYTES - 1))
    yield sealed(joined(piece, Uint8Array.of(isLast ? 2 : 1)), number++);
}

async function decrypted(material: Bytes, sealed: Chunks): Promise<Bytes[]> {
  const pieces: Bytes[] = [];
  let header: Bytes | undefined;
  async function* behindHeader(): Chunks {
    let ahead: Uint8Array = noSalt;
    for await (const chunk of sealed) {
      if (header) yield chunk;
      else if ((ahead = joined(ahead, chunk)).length >= HEADER_BYTES) {
        header = ahead.slice(0, HEADER_BYTES);
        if (!looksSealed(header, MIN_SEALED_BYTES)) throw new SealBroken();
        yield ahead.subarray(HEADER_BYTES);
      }
    }
  }
  let cipher: Awaited<ReturnType<typeof cipherOf>> | undefined;
  let isWhole = false;
  for await (const [record, isLast] of piecesOf(behindHeader(), RECORD_BYTES)) {
    cipher ??= await cipherOf(material, header!.slice(0, KEY_BYTES));
    const piece = await cipher.open(record, pieces.length).catch(() => {
      throw new SealBroken();
    });
    if (piece.at(-1) !== (isLast ? 2 : 1)) throw new SealBroken();
    pieces.push(piece.subarray(0, -1));
    isWhole = isLast;
  }
  if (!isWhole) throw new SealBroken();
  return pieces;
}

const isSize = (size: unknown): size is number => Number.isSafeInteger(size) && Number(size) >= 0;
const isFile = (file: Partial<FileHead> | null): file is FileHead =>
  typeof file?.name === 'string' &&
  /^[^/\\\0]+$/.test(file.name) &&
  typeof file.type === 'string' &&
  isSize(file.size);

function headIn(json: Bytes): { text: number; files: FileHead[] } {
  const head = JSON.parse(textIn(json)) as Record<string, unknown> | null;
  if (Number.isInteger(head?.['v']) && head?.['v'] !== 1) throw new SealBroken(true);
  const { v, text, files } = head ?? {};
  if (v !== 1 || !isSize(text) || !Array.isArray(files) || !files.every(isFile))
    throw new SealBroken();
  return { text, files };
}

const textIn = (bytes: Bytes): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** All of it, once all of it was found to be as it was sealed. Throws SealBroken. */
export async function open(material: Bytes, sealed: Chunks): Promise<Opened> {
  const pieces = await decrypted(material, sealed);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let used = 0;
  /** Views of what there is: nothing is held twice. */
  function take(count: number): Bytes[] {
    const taken: Bytes[] = [];
    used += count;
    for (let left = count; left > 0;) {
      const [piece] = pieces;
      if (!piece) throw new SealBroken();
      const part = piece.subarray(0, left);
      left -= part.length;
      taken.push(part);
      if (part.length === piece.length) pieces.shift();
      else pieces[0] = piece.subarray(part.length);
    }
    return taken;
  }
  try {
    const headLength = new DataView(joined(...take(4)).buffer).getUint32(0);
    const head = headIn(joined(...take(headLength)));
    const text = textIn(joined(...take(head.text)));
    const files = head.files.map(({ name, type, size }) => ({
      name,
      type,
      size,
      bytes: take(size),
    }));
    const isPadded = pieces.every((piece) => piece.every((byte) => byte === 0));
    if (length !== paddedLength(used) || !isPadded) throw new SealBroken();
    return { text, files };
  } catch (error) {
    throw error instanceof SealBroken ? error : new SealBroken();
  }
}
