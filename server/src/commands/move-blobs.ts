import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { objectFile } from '../platform/storage/disk.ts';
import { ObjectMissing, type ObjectStorage } from '../platform/storage/object-storage.ts';
import { Refusal } from './refusal.ts';
import type { Source, SourceBlob } from './move-source.queries.ts';
import type { Target } from './move-target.queries.ts';
import { idsOf } from '../platform/ids.ts';

const BATCH = 100;
/** A file is 10 MB at most. */
const AT_ONCE = 4;

/** Where the bytes of files are to be. */
export interface Destination {
  /** The same for each run of a move that fills it. */
  readonly name: string;
  /** Undefined when they stay where they are. */
  readonly storage: ObjectStorage | undefined;
}

export interface MovedBlobs {
  readonly files: number;
  /** Keys of files whose bytes are not in the source. */
  readonly missing: readonly string[];
  /** Keys of files whose bytes in the source are not what was once stored. */
  readonly damaged: readonly string[];
}

async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ObjectMissing || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return undefined;
    throw error;
  }
}

async function* readFrom(folder: string, key: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(objectFile(folder, key), { highWaterMark: 256 * 1024 });
}

async function sha256In(storage: ObjectStorage, key: string): Promise<string | undefined> {
  return unlessMissing(storage.get(key).then(sha256Of));
}

type Finding = 'same' | 'missing' | 'damaged';

/** Brings the bytes over unless they are there, and reads them back. */
async function moveBlob(
  { id, sha256 }: SourceBlob,
  folder: string,
  { storage }: Destination,
): Promise<Finding> {
  if (storage && (await sha256In(storage, id)) === sha256) return 'same';
  const held = await unlessMissing(sha256Of(readFrom(folder, id)));
  if (held === undefined) return 'missing';
  if (storage) {
    await storage.put(readFrom(folder, id), id);
    if ((await sha256In(storage, id)) !== held)
      throw new Refusal(
        `The target did not keep the bytes of the file ${id}. Run the command again.`,
      );
  }
  return held === sha256 ? 'same' : 'damaged';
}

/**
 * Brings the bytes of every file to the destination and compares each there with the checksum it
 * was stored by.
 */
export async function moveBlobs(
  source: Source,
  target: Target,
  folder: string,
  destination: Destination,
  say: (line: string) => void,
): Promise<MovedBlobs> {
  const files = source.countBlobs();
  const findings: Record<Finding, string[]> = { same: [], missing: [], damaged: [] };
  let looked = 0;
  for (
    let batch = source.blobs('', BATCH);
    batch.length > 0;
    batch = source.blobs(batch.at(-1)?.id ?? '', BATCH)
  ) {
    const compared = await target.compared(idsOf(batch));
    const waiting = batch.filter(({ id }) => !compared.has(id));
    const same: string[] = [];
    const work = async () => {
      for (let blob = waiting.shift(); blob; blob = waiting.shift()) {
        const finding = await moveBlob(blob, folder, destination);
        if (finding === 'same') same.push(blob.id);
        else findings[finding].push(blob.id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await target.rememberCompared(same);
    looked += batch.length;
    if (looked < files && looked % (10 * BATCH) === 0)
      say(`Files: ${looked.toLocaleString('en')} of ${files.toLocaleString('en')}`);
  }
  say(`Files: ${files.toLocaleString('en')}, each compared by its SHA-256.`);
  return { files, missing: findings.missing, damaged: findings.damaged };
}

/** A key that is there and no file of the source has; undefined when there is none. */
export async function strangerIn(
  { storage }: Destination,
  source: Source,
): Promise<string | undefined> {
  if (!storage) return undefined;
  for await (const { key } of storage.list()) if (!source.knows(key)) return key;
  return undefined;
}
