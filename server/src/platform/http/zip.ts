import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { newId } from '../ids.ts';

/**
 * A ZIP ends with the list of what is in it, its directory, as long as there are files. Kept
 * libraries hold that in memory, some also look through it with each file, and a person may have
 * millions: here it goes to disk.
 */
export interface ZipEntry {
  readonly path: string;
  /** Of buffers. */
  readonly bytes: Readable;
  /** Off for what is hardly smaller for it. */
  readonly compress: boolean;
}

/** Of the directory, before it goes to disk: some 10,000 files. */
const HELD_BYTES = 1024 * 1024;
const MAX_32 = 0xff_ff_ff_ff;
const MAX_16 = 0xff_ff;
/** Where it was made tells how rights are written: as on Unix, for a plain file. */
const MADE_BY = (3 << 8) | 63;
const RIGHTS = (0o100_664 << 16) >>> 0;
/** The name is UTF-8; sum and sizes follow the bytes. */
const FLAGS = (1 << 11) | (1 << 3);
const [STORED, DEFLATED] = [0, 8];
const [PLAIN_VERSION, LARGE_VERSION] = [20, 45];

/** A number and the bytes it takes. */
type Field = readonly [value: number, bytes: 2 | 4 | 8];

function record(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((length, [, bytes]) => length + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** What is known of an entry once its bytes are out. */
interface Packed {
  readonly name: Buffer;
  readonly method: number;
  readonly from: number;
  readonly sum: number;
  readonly size: number;
  readonly packedSize: number;
}

const isLarge = ({ size, packedSize, from }: Omit<Packed, 'name'>) =>
  [size, packedSize, from].some((each) => each >= MAX_32);

const headOf = (name: Buffer, method: number, made: Field[]): Buffer =>
  Buffer.concat([
    record(
      [0x04_03_4b_50, 4],
      [PLAIN_VERSION, 2],
      [FLAGS, 2],
      [method, 2],
      ...made,
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  ]);

function footOf(packed: Packed): Buffer {
  const bytes = isLarge(packed) ? 8 : 4;
  return record(
    [0x08_07_4b_50, 4],
    [packed.sum, 4],
    [packed.packedSize, bytes],
    [packed.size, bytes],
  );
}

function listed(packed: Packed, made: Field[]): Buffer {
  const { name, method, from, sum, size, packedSize } = packed;
  const large = isLarge(packed);
  const sizes = large
    ? record([1, 2], [24, 2], [size, 8], [packedSize, 8], [from, 8])
    : Buffer.alloc(0);
  const shown = (value: number): Field => [large ? MAX_32 : value, 4];
  return Buffer.concat([
    record(
      [0x02_01_4b_50, 4],
      [MADE_BY, 2],
      [large ? LARGE_VERSION : PLAIN_VERSION, 2],
      [FLAGS, 2],
      [method, 2],
      ...made,
      [sum, 4],
      shown(packedSize),
      shown(size),
      [name.length, 2],
      [sizes.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [RIGHTS, 4],
      shown(from),
    ),
    name,
    sizes,
  ]);
}

function endOf(count: number, from: number, size: number): Buffer {
  const end = record(
    [0x06_05_4b_50, 4],
    [0, 2],
    [0, 2],
    [Math.min(count, MAX_16), 2],
    [Math.min(count, MAX_16), 2],
    [Math.min(size, MAX_32), 4],
    [Math.min(from, MAX_32), 4],
    [0, 2],
  );
  if (count < MAX_16 && size < MAX_32 && from < MAX_32) return end;
  const large = record(
    [0x06_06_4b_50, 4],
    [44, 8],
    [MADE_BY, 2],
    [LARGE_VERSION, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [from, 8],
  );
  return Buffer.concat([large, record([0x07_06_4b_50, 4], [0, 4], [from + size, 8], [1, 4]), end]);
}

/** As MS-DOS wrote it, by this machine's clock on the wall. */
function dosTime(date: Date): Field[] {
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return [
    [time, 2],
    [day, 2],
  ];
}

/** A list of bytes that grows, in a file without a name once it is long. */
function createDirectory(folder: string) {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let size = 0;
  let file: FileHandle | undefined;

  async function openFile(): Promise<FileHandle> {
    const name = path.join(folder, `export-${newId()}.tmp`);
    const handle = await open(name, 'wx+', 0o600);
    // A crash leaves nothing behind.
    await rm(name, { force: true });
    return handle;
  }
  return {
    size: () => size,
    async add(bytes: Buffer): Promise<void> {
      held.push(bytes);
      heldBytes += bytes.length;
      size += bytes.length;
      if (heldBytes < HELD_BYTES) return;
      file ??= await openFile();
      await file.writeFile(Buffer.concat(held));
      held = [];
      heldBytes = 0;
    },
    async *read(): AsyncGenerator<Buffer> {
      if (file) yield* file.createReadStream({ start: 0, autoClose: false });
      yield Buffer.concat(held);
    },
    close: () => file?.close(),
  };
}

async function* pack(
  { bytes, compress }: ZipEntry,
  sums: { sum: number; size: number; packedSize: number },
): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      sums.sum = crc32(chunk, sums.sum);
      sums.size += chunk.length;
      yield chunk;
    }
  }
  // What fails comes out of the iteration, too.
  const out = compress
    ? pipeline(Readable.from(counted()), createDeflateRaw(), () => {})
    : counted();
  for await (const chunk of out as AsyncIterable<Buffer>) {
    sums.packedSize += chunk.length;
    yield chunk;
  }
}

async function* written(entries: AsyncIterable<ZipEntry>, folder: string): AsyncGenerator<Buffer> {
  const made = dosTime(new Date());
  const directory = createDirectory(folder);
  let [count, at] = [0, 0];
  try {
    for await (const entry of entries) {
      try {
        const name = Buffer.from(entry.path);
        const method = entry.compress ? DEFLATED : STORED;
        const sums = { sum: 0, size: 0, packedSize: 0 };
        const head = headOf(name, method, made);
        yield head;
        yield* pack(entry, sums);
        const packed = { name, method, from: at, ...sums };
        const foot = footOf(packed);
        yield foot;
        at += head.length + packed.packedSize + foot.length;
        count++;
        await directory.add(listed(packed, made));
        // Files that are there at once, such as empty ones, would keep all others waiting.
        await setImmediate();
      } finally {
        entry.bytes.destroy();
      }
    }
    yield* directory.read();
    yield endOf(count, at, directory.size());
  } finally {
    await directory.close();
  }
}

/**
 * A ZIP as a stream: each entry is asked for when the one before has been read, as fast as the
 * reader reads, and neither an entry nor a long directory is held whole. What fails on the way cuts
 * it, so that no reader takes half for all.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, folder: string): Readable {
  let current: ZipEntry | undefined;
  async function* watched(): AsyncGenerator<ZipEntry> {
    for await (current of entries) yield current;
  }
  const bytes = Readable.from(written(watched(), folder), { objectMode: false });
  const output = pipeline(bytes, new PassThrough(), () => {});
  // A reader who goes does not wait for bytes that may never come.
  output.once('close', () => current?.bytes.destroy());
  return output;
}
