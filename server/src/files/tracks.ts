import type { FilmType } from './names.ts';

/** Reads from a place on; fewer bytes at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>;

const WINDOW_BYTES = 4096;
/** What needs more of them to be understood is no file of a camera or a recorder. */
const MAX_WINDOWS = 64;
/** The longest header of a box or an element. */
const HEADER_BYTES = 16;

/** What is read is mostly near to what was read before. */
function inWindows(read: ReadAt): ReadAt {
  let held: Buffer = Buffer.alloc(0);
  let [start, windows] = [0, 0];
  return async (at, length) => {
    if (at < start || at + length > start + held.length) {
      if (windows === MAX_WINDOWS) return Buffer.alloc(0);
      windows += 1;
      held = await read(at, WINDOW_BYTES);
      start = at;
    }
    return held.subarray(at - start, at - start + length);
  };
}

interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Header {
  readonly type: string;
  readonly bytes: number;
  /** Of what follows the header; undefined where it goes on to the end of what it is in. */
  readonly size: number | undefined;
}
type HeaderOf = (bytes: Buffer) => Header | undefined;

/** MP4, QuickTime and 3GP are made of boxes. */
function boxOf(bytes: Buffer): Header | undefined {
  if (bytes.length < 8) return undefined;
  const type = bytes.toString('latin1', 4, 8);
  const whole = bytes.readUInt32BE(0);
  if (whole === 0) return { type, bytes: 8, size: undefined };
  if (whole !== 1) return whole < 8 ? undefined : { type, bytes: 8, size: whole - 8 };
  if (bytes.length < 16) return undefined;
  const long = Number(bytes.readBigUInt64BE(8));
  return long < 16 ? undefined : { type, bytes: 16, size: long - 16 };
}

/** How many bytes a number of WebM has: as its first one bit says. */
const lengthOf = (first = 0): number => Math.clz32(first) - 23;

/** WebM is made of elements. */
function elementOf(bytes: Buffer): Header | undefined {
  const idLength = lengthOf(bytes[0]);
  const sizeLength = lengthOf(bytes[idLength]);
  const length = idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || bytes.length < length) return undefined;
  const limit = 2n ** BigInt(7 * sizeLength);
  const size = BigInt(`0x${bytes.toString('hex', idLength, length)}`) - limit;
  return {
    type: bytes.toString('hex', 0, idLength),
    bytes: length,
    size: size === limit - 1n ? undefined : Number(size),
  };
}

class Parts {
  readonly #read: ReadAt;
  readonly #headerOf: HeaderOf;

  constructor(read: ReadAt, headerOf: HeaderOf) {
    this.#read = inWindows(read);
    this.#headerOf = headerOf;
  }

  async *in({ start, end }: Pick<Part, 'start' | 'end'>): AsyncGenerator<Part> {
    for (let at = start; at < end;) {
      const header = this.#headerOf(await this.#read(at, HEADER_BYTES));
      if (!header) return;
      const from = at + header.bytes;
      at = header.size === undefined ? end : Math.min(end, from + header.size);
      yield { type: header.type, start: from, end: at };
    }
  }

  async first(within: Pick<Part, 'start' | 'end'> | undefined, type: string) {
    if (within) for await (const part of this.in(within)) if (part.type === type) return part;
    return undefined;
  }

  read(at: number, length: number): Promise<Buffer> {
    return this.#read(at, length);
  }
}

/** What each track of boxes is, such as 'vide' and 'soun'. */
async function handlersIn(read: ReadAt, size: number): Promise<string[]> {
  const parts = new Parts(read, boxOf);
  const film = await parts.first({ start: 0, end: size }, 'moov');
  const handlers: string[] = [];
  for await (const track of parts.in(film ?? { start: 0, end: 0 })) {
    if (track.type !== 'trak') continue;
    const handler = await parts.first(await parts.first(track, 'mdia'), 'hdlr');
    if (handler) handlers.push(String(await parts.read(handler.start + 8, 4)));
  }
  return handlers;
}

const SEGMENT = '18538067';
const TRACKS = '1654ae6b';
const TRACK = 'ae';
const TRACK_TYPE = '83';
const PICTURE = 1;

async function trackTypesIn(read: ReadAt, size: number): Promise<number[]> {
  const parts = new Parts(read, elementOf);
  const segment = await parts.first({ start: 0, end: size }, SEGMENT);
  const tracks = await parts.first(segment, TRACKS);
  const types: number[] = [];
  for await (const track of parts.in(tracks ?? { start: 0, end: 0 })) {
    const type = track.type === TRACK && (await parts.first(track, TRACK_TYPE));
    if (type) types.push((await parts.read(type.end - 1, 1))[0] ?? 0);
  }
  return types;
}

/** Also where nothing tells what is in it. */
export async function hasPicture(type: FilmType, read: ReadAt, size: number): Promise<boolean> {
  if (type === 'video/webm') {
    const types = await trackTypesIn(read, size);
    return types.length === 0 || types.includes(PICTURE);
  }
  const handlers = await handlersIn(read, size);
  return handlers.length === 0 || handlers.includes('vide');
}
