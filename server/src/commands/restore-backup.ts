import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { isSqliteError } from '../platform/database/sqlite-file.ts';
import { printable } from '../platform/printable.ts';
import { damageOf, syncToDisk } from '../platform/database/store-health.ts';
import { objectFile } from '../platform/storage/disk.ts';
import { blobKey, blobName, FORMAT, MANIFEST, type Manifest, SECRET, STORE } from './archive.ts';
import { lockForCommand, Refusal } from './refusal.ts';
import { type BlobChecksums, holdsBlobs, readBlobs } from './snapshot.queries.ts';
import { BrokenArchive, readTar, type TarEntry } from './tar.ts';

const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** Where an archive is unpacked. */
const UNPACKED = 'restoring';
/** Its name once all of it was found right: what is there without a store came from it. */
const CHECKED = 'restored';

/**
 * A restore that was killed leaves files without the store, which is the last to leave what was
 * checked: they are in the archive too.
 */
async function clearUnfinished(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, CHECKED, STORE)) && !existsSync(path.join(dataDir, STORE)))
    await rm(path.join(dataDir, 'blobs'), { recursive: true, force: true });
  for (const folder of [UNPACKED, CHECKED])
    await rm(path.join(dataDir, folder), { recursive: true, force: true });
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const blobs = path.join(dataDir, 'blobs');
  const objects = existsSync(blobs)
    ? await readdir(blobs, { recursive: true, withFileTypes: true })
    : [];
  if (existsSync(path.join(dataDir, STORE)) || objects.some((entry) => entry.isFile())) {
    throw new Refusal(
      `${dataDir} holds data already. Move it away, or set DATA_DIR to an empty folder.`,
    );
  }
}

/** Nothing in an archive is packed: it takes as much room as it has bytes. */
async function refuseUnlessSpace(source: FileHandle, dataDir: string): Promise<void> {
  const [{ size }, { bavail, bsize }] = await Promise.all([source.stat(), statfs(dataDir)]);
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
  const chunks = await Array.fromAsync(entry.content);
  let manifest: unknown;
  try {
    manifest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    // As if it were no manifest.
  }
  if (!isManifest(manifest)) throw new BrokenArchive('its manifest is damaged');
  return manifest;
}

/**
 * Where an entry goes below the folder; names that no backup of ours has are refused, wherever they
 * would lead.
 */
function targetOf(name: string, folder: string): string {
  const key = blobKey(name);
  if (key !== undefined) return objectFile(path.join(folder, 'blobs'), key);
  if (name === STORE || name === SECRET) return path.join(folder, name);
  throw new BrokenArchive(`it has a file ${JSON.stringify(name)} that no backup has`);
}

async function unpack(source: FileHandle, folder: string): Promise<void> {
  const found = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const entry of readTar(source)) {
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
async function check(folder: string): Promise<number> {
  const known = readStore(path.join(folder, STORE));
  const blobs = path.join(folder, 'blobs');
  for (const key of known.keys())
    if (!existsSync(targetOf(blobName(key), folder)))
      throw new BrokenArchive(`${blobName(key)} is missing`);
  const unpacked = existsSync(blobs)
    ? await readdir(blobs, { recursive: true, withFileTypes: true })
    : [];
  for (const entry of unpacked)
    if (entry.isFile() && !known.has(entry.name)) await rm(path.join(entry.parentPath, entry.name));
  return known.size;
}

/** The store comes last: until it is there, another restore may begin anew. */
async function moveIntoPlace(unpacked: string, dataDir: string): Promise<boolean> {
  const folder = path.join(dataDir, CHECKED);
  await rename(unpacked, folder);
  await syncToDisk(dataDir);
  const blobs = path.join(folder, 'blobs');
  if (existsSync(blobs)) {
    for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) await syncToDisk(path.join(entry.parentPath, entry.name));
    await rm(path.join(dataDir, 'blobs'), { recursive: true, force: true });
    await rename(blobs, path.join(dataDir, 'blobs'));
  }
  const hasSecret = existsSync(path.join(folder, SECRET));
  if (hasSecret) await rename(path.join(folder, SECRET), path.join(dataDir, SECRET));
  for (const leftover of ['-wal', '-shm'])
    await rm(path.join(dataDir, STORE + leftover), { force: true });
  await rename(path.join(folder, STORE), path.join(dataDir, STORE));
  await syncToDisk(dataDir);
  await rm(folder, { recursive: true, force: true });
  return hasSecret;
}

/**
 * Fills an empty DATA_DIR from a backup. Until every checksum was found right, nothing is put in
 * there.
 */
export async function restoreBackup(
  config: Config,
  file: string,
): Promise<{ files: number; hasSecret: boolean }> {
  if (config.DATABASE_URL !== undefined)
    throw new Refusal(
      'The store is the PostgreSQL of DATABASE_URL, which this command does not fill. Unset it to restore a backup into DATA_DIR.',
    );
  if (!existsSync(file)) throw new Refusal(`${file} does not exist.`);
  const held = lockForCommand(config.DATA_DIR, ', or set DATA_DIR to an empty folder');
  const folder = path.join(config.DATA_DIR, UNPACKED);
  try {
    await clearUnfinished(config.DATA_DIR);
    await refuseUnlessEmpty(config.DATA_DIR);
    const source = await open(file, 'r');
    try {
      await refuseUnlessSpace(source, config.DATA_DIR);
      await unpack(source, folder);
    } finally {
      await source.close();
    }
    const files = await check(folder);
    return { files, hasSecret: await moveIntoPlace(folder, config.DATA_DIR) };
  } catch (error) {
    if (error instanceof BrokenArchive)
      throw new Refusal(
        `${file} cannot be restored: ${printable(error.message)}. Nothing was changed.`,
      );
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    held.release();
  }
}
