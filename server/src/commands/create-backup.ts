import { Readable } from 'node:stream';
import { existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../core/config.ts';
import { syncToDisk } from '../core/sync-to-disk.ts';
import { readObject } from '../core/storage/disk.ts';
import { ObjectMissing } from '../core/storage/object-storage.ts';
import { identified, isInParts } from '../uploads/identity.ts';
import { FORMAT, MANIFEST, SECRET, STORE, blobName, type Manifest, markOf } from './archive.ts';
import { Refusal, requireStore } from './refusal.ts';
import { type BlobChecksums, readBlobs, takeSnapshot } from './snapshot.queries.ts';
import { tarWriter, type TarWriter } from './tar.ts';

/** Files that are deleted while the backup runs cost another snapshot each time. */
const MAX_SNAPSHOTS = 10;

const isMissing = (error: unknown) =>
  error instanceof ObjectMissing || (error as NodeJS.ErrnoException).code === 'ENOENT';

interface Archive {
  readonly tar: TarWriter;
  readonly sha256: Record<string, string>;
  /** Of the same bytes, as content in parts is known; by key. */
  readonly inParts: Map<string, string>;
}

/** Opens the file before anything is written: one that is gone leaves no trace in the archive. */
async function addFile(archive: Archive, name: string, file: string): Promise<void> {
  const source = await open(file);
  try {
    const { size } = await source.stat();
    const content = source.createReadStream({ highWaterMark: 256 * 1024, autoClose: false });
    archive.sha256[name] = await archive.tar.add(name, size, content);
  } finally {
    await source.close();
  }
}

/** Opened before anything is written, too. */
async function addBlob(
  archive: Archive,
  folder: string,
  [key, expected]: readonly [string, string],
): Promise<void> {
  const name = blobName(key);
  const { size, bytes } = await readObject(folder, key);
  const content = isInParts(expected)
    ? identified(bytes, (identity) => archive.inParts.set(key, identity))
    : bytes;
  archive.sha256[name] = await archive.tar.add(name, size, content);
}

async function addBlobs(archive: Archive, folder: string, blobs: BlobChecksums): Promise<string[]> {
  const gone: string[] = [];
  for (const blob of blobs) {
    const [key] = blob;
    if (archive.sha256[blobName(key)] !== undefined) continue;
    try {
      await addBlob(archive, folder, blob);
    } catch (error) {
      if (!isMissing(error)) throw error;
      gone.push(key);
    }
  }
  return gone;
}

/** Most bytes are copied before the store is, so that few files can come or go between the two. */
async function addConsistently(
  archive: Archive,
  storeFile: string,
  blobFolder: string,
  snapshot: string,
): Promise<BlobChecksums> {
  await addBlobs(archive, blobFolder, readBlobs(storeFile));
  for (let attempt = 1; ; attempt++) {
    await rm(snapshot, { force: true });
    // SQLite would let everybody on the machine read it.
    await writeFile(snapshot, '', { flag: 'wx', mode: 0o600 });
    const blobs = takeSnapshot(storeFile, snapshot);
    const gone = await addBlobs(archive, blobFolder, blobs);
    if (gone.length === 0) return blobs;
    if (attempt >= MAX_SNAPSHOTS)
      throw new Refusal(
        `The bytes of ${gone.length} file(s) are missing from ${blobFolder}, such as ${gone[0]}. Nothing was backed up.`,
      );
  }
}

async function fill(
  archive: Archive,
  { DATA_DIR: dataDir, APP_SECRET }: Config,
  store: string,
  snapshot: string,
) {
  const blobs = await addConsistently(archive, store, path.join(dataDir, 'blobs'), snapshot);
  await addFile(archive, STORE, snapshot);
  const secret = path.join(dataDir, SECRET);
  const hasSecret = existsSync(secret);
  if (hasSecret) await addFile(archive, SECRET, secret);
  const damaged = [...blobs]
    .filter(([key, expected]) => {
      const found = isInParts(expected) ? archive.inParts.get(key) : archive.sha256[blobName(key)];
      return found !== expected;
    })
    .map(([key]) => key);
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    sha256: archive.sha256,
    secret: markOf(APP_SECRET),
  };
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1));
  await archive.tar.add(MANIFEST, bytes.length, Readable.from([bytes]));
  await archive.tar.finish();
  return { files: blobs.size, damaged, hasSecret };
}

/** Also while the service runs. The file appears when it is whole. */
export async function createBackup(config: Config, file: string) {
  if (config.DATABASE_URL !== undefined) {
    throw new Refusal(
      'The store is the PostgreSQL of DATABASE_URL, which this command cannot keep in step with its files. docs/operations.md says how pg_dump can.',
    );
  }
  if (config.S3_ENDPOINT !== undefined)
    throw new Refusal(
      'The files are in the bucket of S3_ENDPOINT, which this command cannot keep in step with the store. docs/operations.md says how to.',
    );
  const store = requireStore(config.DATA_DIR);
  if (existsSync(file)) throw new Refusal(`${file} exists already. Name a new file.`);
  const [draft, snapshot] = [`${file}.unfinished`, `${file}.store`];
  try {
    await rm(draft, { force: true });
    const target = await open(draft, 'wx', 0o600);
    const archive: Archive = { tar: tarWriter(target), sha256: {}, inParts: new Map() };
    try {
      const summary = await fill(archive, config, store, snapshot);
      await target.sync();
      await rename(draft, file);
      await syncToDisk(path.dirname(file));
      return summary;
    } finally {
      await archive.tar.abandon();
      await target.close();
    }
  } finally {
    for (const leftover of [draft, snapshot]) await rm(leftover, { force: true });
  }
}
