import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { migrations } from '../migrations/migrations.ts';
import { chunksOf } from '../core/chunks.ts';
import type { Config } from '../core/config.ts';
import { isStoreUnavailable, isSqliteError } from '../core/db/errors.ts';
import { openStore, type Store } from '../core/db/open.ts';
import { migrate } from '../core/db/migrate.ts';
import { damageOf, StoreUnusable } from '../core/db/store-health.ts';
import { syncToDisk } from '../core/sync-to-disk.ts';
import { printable } from '../core/printable.ts';
import { objectFile } from '../core/storage/disk.ts';
import { StorageAway } from '../core/storage/object-storage.ts';
import { s3Storage, type S3Storage } from '../core/storage/s3.ts';
import {
  blobKey,
  blobName,
  FORMAT,
  MANIFEST,
  type Manifest,
  markOf,
  SECRET,
  STORE,
} from './archive.ts';
import { carryRows, holdsAnything } from './carry-rows.queries.ts';
import { lockForCommand, Refusal } from './refusal.ts';
import { type BlobChecksums, holdsBlobs, readBlobs } from './snapshot.queries.ts';
import { BrokenArchive, readTar, type TarEntry } from './tar.ts';

const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** Where an archive is unpacked and checked: nothing of it is elsewhere before. */
const UNPACKED = 'restoring';
const FILES_AT_ONCE = 8;

interface Target {
  readonly postgres: Store | undefined;
  readonly bucket: S3Storage | undefined;
}

async function filesBelow(folder: string) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile());
}

async function refuseUnlessEmpty({ postgres, bucket }: Target, dataDir: string): Promise<void> {
  if (postgres && (await holdsAnything(postgres.db)))
    throw new Refusal('The database of DATABASE_URL holds data already. Name an empty one.');
  if (bucket && !(await bucket.isEmpty()))
    throw new Refusal('The bucket of S3_BUCKET holds data already. Name an empty one.');
  const holdsStore = !postgres && existsSync(path.join(dataDir, STORE));
  if (holdsStore || (!bucket && (await filesBelow(path.join(dataDir, 'blobs'))).length > 0))
    throw new Refusal(
      `${dataDir} holds data already. Move it away, or set DATA_DIR to an empty folder.`,
    );
}

/** Nothing in an archive is packed: it takes as much room as it has bytes. */
async function refuseUnlessSpace(file: string, dataDir: string): Promise<void> {
  const [{ size }, { bavail, bsize }] = await Promise.all([stat(file), statfs(dataDir)]);
  const [needed, free] = [size, bavail * bsize].map((bytes) => Math.ceil(bytes / 1024 ** 2));
  if (size > bavail * bsize)
    throw new Refusal(
      `${dataDir} has no room for the archive: it takes ${needed} MB, ${free} MB are free. Nothing was changed.`,
    );
}

async function unpackEntry(entry: TarEntry, file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const target = await open(file, 'wx', 0o600);
  const hash = createHash('sha256');
  try {
    for await (const chunk of entry.content) {
      hash.update(chunk);
      await target.writeFile(chunk);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return hash.digest('hex');
}

const isManifest = (value: unknown): value is Manifest => {
  const { format, sha256 } = (value ?? {}) as Partial<Record<keyof Manifest, unknown>>;
  return Number.isInteger(format) && typeof sha256 === 'object' && sha256 !== null;
};

async function manifestOf(entry: TarEntry): Promise<Manifest> {
  if (entry.size > MAX_MANIFEST_BYTES) throw new BrokenArchive('its manifest is too large');
  const manifest = await json(entry.content).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
  });
  if (!isManifest(manifest)) throw new BrokenArchive('its manifest is damaged');
  return manifest;
}

/** Names that no backup of ours has are refused, wherever they would lead. */
function targetOf(name: string, folder: string): string {
  const key = blobKey(name);
  if (key !== undefined) return objectFile(path.join(folder, 'blobs'), key);
  if (name === STORE || name === SECRET) return path.join(folder, name);
  throw new BrokenArchive(`it has a file ${JSON.stringify(name)} that no backup has`);
}

async function unpack(file: string, folder: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const entry of readTar(file)) {
    if (manifest) throw new BrokenArchive('it goes on after its manifest');
    if (entry.name === MANIFEST) manifest = await manifestOf(entry);
    else if (found.has(entry.name)) throw new BrokenArchive(`it has ${entry.name} twice`);
    else found.set(entry.name, await unpackEntry(entry, targetOf(entry.name, folder)));
  }
  if (!manifest) throw new BrokenArchive('it has no manifest');
  if (manifest.format !== FORMAT)
    throw new Refusal(
      `The archive has format ${manifest.format}; this version of Clipline reads format ${FORMAT}.`,
    );
  const expected = new Map(Object.entries(manifest.sha256));
  for (const [name, sha256] of found)
    if (expected.get(name) !== sha256) throw new BrokenArchive(`the checksum of ${name} is wrong`);
  for (const name of expected.keys())
    if (!found.has(name)) throw new BrokenArchive(`${name} is missing`);
  if (!found.has(STORE)) throw new BrokenArchive('it has no store');
  return manifest;
}

function readStore(store: string): BlobChecksums {
  try {
    const damage = damageOf(store);
    if (damage !== undefined) throw new BrokenArchive(`its store is damaged: ${damage}`);
    if (!holdsBlobs(store)) throw new BrokenArchive('its store is none of Clipline');
    return readBlobs(store);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new BrokenArchive(`its store cannot be read: ${error.message}`);
  }
}

/**
 * The store must be whole, and hold no file whose bytes did not come along. Files it no longer
 * knows are left out.
 */
async function check(folder: string): Promise<BlobChecksums> {
  const known = readStore(path.join(folder, STORE));
  for (const key of known.keys())
    if (!existsSync(targetOf(blobName(key), folder)))
      throw new BrokenArchive(`${blobName(key)} is missing`);
  for (const entry of await filesBelow(path.join(folder, 'blobs')))
    if (!known.has(entry.name)) await rm(path.join(entry.parentPath, entry.name));
  return known;
}

/**
 * File links and sessions are signed with it. Without APP_SECRET the one of the backup goes to
 * DATA_DIR.
 */
async function refuseOtherSecret(config: Config, folder: string, manifest: Manifest) {
  const [kept, backedUp] = await Promise.all(
    [config.DATA_DIR, folder].map((each) =>
      readFile(path.join(each, SECRET), 'utf8').then(
        (text) => text.trim(),
        () => undefined,
      ),
    ),
  );
  const expected = manifest.secret ?? (backedUp && markOf(backedUp));
  const isSet = config.DATABASE_URL !== undefined || config.APP_SECRET !== kept;
  if (expected && isSet && markOf(config.APP_SECRET) !== expected)
    throw new Refusal(
      'APP_SECRET is not the one of the server that was backed up. Set that one. Nothing was changed.',
    );
}

/** The archive's checksums were compared when it was unpacked; here what the bucket keeps of it. */
async function fillBucket(bucket: S3Storage, folder: string, { sha256 }: Manifest, keys: string[]) {
  const carry = async (key: string) => {
    await bucket.put(createReadStream(targetOf(blobName(key), folder)), key);
    const hash = createHash('sha256');
    for await (const chunk of await bucket.get(key)) hash.update(chunk as Uint8Array);
    if (hash.digest('hex') !== sha256[blobName(key)])
      throw new Refusal(`The bucket did not keep the bytes of ${key}. Empty it and restore again.`);
  };
  for (const some of chunksOf(keys, FILES_AT_ONCE)) await Promise.all(some.map(carry));
}

async function moveFiles(folder: string, dataDir: string): Promise<void> {
  const [from, to] = [folder, dataDir].map((each) => path.join(each, 'blobs')) as [string, string];
  if (!existsSync(from)) return;
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isDirectory()) await syncToDisk(path.join(from, entry.name));
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
  await syncToDisk(dataDir);
}

async function moveStore(folder: string, dataDir: string): Promise<void> {
  const secret = path.join(folder, SECRET);
  if (existsSync(secret)) await rename(secret, path.join(dataDir, SECRET));
  for (const leftover of ['-wal', '-shm'])
    await rm(path.join(dataDir, STORE + leftover), { force: true });
  await rename(path.join(folder, STORE), path.join(dataDir, STORE));
  await syncToDisk(dataDir);
}

async function upgrade(folder: string): Promise<void> {
  const store = openStore({ DATABASE_URL: undefined, DATA_DIR: folder }, () => {});
  try {
    await migrate(store.db, migrations);
  } finally {
    await store.close();
  }
}

function plainly(error: unknown, file: string): unknown {
  const { code, message, severity, cause } = error as Error & Record<'code' | 'severity', unknown>;
  if (error instanceof BrokenArchive)
    return new Refusal(`${file} cannot be restored: ${printable(message)}. Nothing was changed.`);
  if (error instanceof StoreUnusable) return new Refusal(`${file} cannot be restored: ${message}`);
  if (error instanceof StorageAway)
    return new Refusal(`The bucket cannot be used: ${(cause as Error | undefined)?.message}`);
  if (severity !== undefined || isStoreUnavailable(error))
    return new Refusal(`The database cannot be used: ${message || String(code)}`);
  return error;
}

/** The store comes last: where there are files without one, no server and no restore starts. */
async function fill({ postgres, bucket }: Target, dataDir: string, manifest: Manifest) {
  const folder = path.join(dataDir, UNPACKED);
  const files = [...(await check(folder)).keys()];
  if (postgres) await upgrade(folder);
  if (bucket) await fillBucket(bucket, folder, manifest, files);
  else await moveFiles(folder, dataDir);
  const hasSecret = existsSync(path.join(folder, SECRET));
  const rows = postgres && (await carryRows(path.join(folder, STORE), postgres.db));
  if (!postgres) await moveStore(folder, dataDir);
  return { files: files.length, rows, hasSecret };
}

/** Until every checksum was found right, nothing is put into the target. */
export async function restoreBackup(config: Config, file: string) {
  if (!existsSync(file)) throw new Refusal(`${file} does not exist.`);
  const { DATA_DIR: dataDir, DATABASE_URL } = config;
  const release = lockForCommand(dataDir, ', or set DATA_DIR to an empty folder');
  const folder = path.join(dataDir, UNPACKED);
  const target: Target = {
    postgres: DATABASE_URL === undefined ? undefined : openStore(config, () => {}),
    bucket: config.S3_ENDPOINT === undefined ? undefined : await s3Storage(config, () => {}),
  };
  try {
    // What is left of one that was killed.
    await rm(folder, { recursive: true, force: true });
    await refuseUnlessEmpty(target, dataDir);
    await refuseUnlessSpace(file, dataDir);
    const manifest = await unpack(file, folder);
    await refuseOtherSecret(config, folder, manifest);
    return await fill(target, dataDir, manifest);
  } catch (error) {
    throw plainly(error, file);
  } finally {
    await target.postgres?.close();
    await rm(folder, { recursive: true, force: true });
    release();
  }
}
