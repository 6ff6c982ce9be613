import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { migrations } from '../migrations/migrations.ts';
import type { Config } from '../platform/config.ts';
import { isStoreUnavailable } from '../platform/database/database.ts';
import { StoreUnusable } from '../platform/database/store-health.ts';
import { diskStorage, objectFile } from '../platform/storage/disk.ts';
import { StorageAway } from '../platform/storage/object-storage.ts';
import { s3SettingsOf, s3Storage } from '../platform/storage/s3.ts';
import { STORE } from './archive.ts';
import { lockForCommand, Refusal, requireStore } from './refusal.ts';
import { type MovedBlobs, moveBlobs, type Destination, strangerIn } from './move-blobs.ts';
import { isMoved, moveRows } from './move-rows.ts';
import { digestsOfNewStore, openSource, type Source, type Table } from './move-source.queries.ts';
import { openTarget, type Target, targetFailure } from './move-target.queries.ts';
import { isSame } from './table-digest.ts';
import { isoTime } from '../platform/time.ts';

const stepNames = Object.keys(migrations);

export interface MoveOptions {
  /** Of the PostgreSQL. */
  readonly to: string;
  /** Where the files go when they go to another folder. */
  readonly dataDir?: string | undefined;
  /** Goes on although bytes of files are missing or damaged in the source. */
  readonly acceptDamage?: boolean | undefined;
}

export interface Moved extends MovedBlobs {
  readonly tables: number;
  readonly rows: number;
  /** Whether it had come to its end before. */
  readonly before: boolean;
}

type Say = (line: string) => void;

/** The target's types for what the source has. */
const TYPES: Readonly<Record<'text' | 'number', readonly string[]>> = {
  text: ['text'],
  number: ['integer', 'bigint'],
};
const isEqual = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, index) => each === b[index]);

/** Clipline must have been there, and nothing else; or nothing at all. Throws Refusal. */
async function refuseUnlessNew(target: Target, source: Source): Promise<void> {
  const steps = await target.steps();
  const names = source.tables.map(({ name }) => name);
  const existing = await target.existing(names);
  if (existing.length === 0) return;
  if (!isEqual(steps, source.steps))
    throw new Refusal(
      `The target holds a store of another version: its last step is ${steps.at(-1) ?? 'none'}, that of the source ${source.steps.at(-1)}. Name an empty database.`,
    );
  const fresh = await digestsOfNewStore();
  for (const table of source.tables) {
    const expected = fresh.get(table.name);
    if (!expected || !isSame(await target.digestOf(table), expected))
      throw new Refusal(
        `The target holds rows in ${table.name} that did not come from this move. Name an empty database.`,
      );
  }
}

async function refuseUnlessAlike(target: Target, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables) {
    const types = await target.columnsOf(name);
    const isAlike =
      types.size === columns.length &&
      columns.every((column) => TYPES[column.kind].includes(types.get(column.name) ?? ''));
    if (!isAlike)
      throw new Refusal(`Table ${name} has other columns in the target than in the source.`);
  }
}

/** Another Clipline's files would be taken for leftovers and removed. */
async function refuseStrangers(
  destination: Destination,
  source: Source,
  folder: string,
): Promise<void> {
  const isSourceOnDisk =
    source.countBlobs() === 0 ||
    source.blobs('', 1000).some(({ id }) => existsSync(objectFile(folder, id)));
  const stranger = isSourceOnDisk ? await strangerIn(destination, source) : undefined;
  if (stranger !== undefined)
    throw new Refusal(
      `${destination.name} holds files of something else, such as ${stranger}. Name an empty one.`,
    );
}

async function destinationFor(config: Config, { dataDir }: MoveOptions): Promise<Destination> {
  const settings = s3SettingsOf(config);
  if (settings && dataDir !== undefined)
    throw new Refusal(
      'Files go to the S3 of S3_ENDPOINT or to the folder of --data-dir, not to both.',
    );
  if (settings) {
    let reason = '';
    const storage = await s3Storage(settings, (error) => (reason = (error as Error).message));
    await storage.check().catch((error: unknown) => {
      throw new Refusal(
        `The bucket ${settings.bucket} cannot be used: ${reason || (error as Error).message}`,
      );
    });
    return { name: `The bucket ${settings.bucket} at ${settings.endpoint}`, storage };
  }
  if (dataDir === undefined) return { name: config.DATA_DIR, storage: undefined };
  if (path.resolve(dataDir) === config.DATA_DIR)
    throw new Refusal(
      '--data-dir names the folder that is moved. Leave it out to let the files stay.',
    );
  if (existsSync(path.join(dataDir, STORE)))
    throw new Refusal(`${dataDir} holds a store of its own. Name an empty folder.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return { name: dataDir, storage: await diskStorage(path.join(dataDir, 'blobs')) };
}

async function fill(
  source: Source,
  target: Target,
  folder: string,
  destination: Destination,
  options: MoveOptions,
  say: Say,
): Promise<Moved> {
  const move = await target.move();
  if (move && move.source !== source.id)
    throw new Refusal('Another store is being moved into the target. Name an empty database.');
  const tables = source.tables.length;
  if (move?.finishedAt !== undefined) {
    const at = isoTime(move.finishedAt);
    if (!(await isMoved(source, target)))
      throw new Refusal(
        `The move into the target was finished at ${at}, and the source has changed since. Name an empty database to move again.`,
      );
    return { tables, rows: 0, files: source.countBlobs(), missing: [], damaged: [], before: true };
  }
  if (!move) {
    await refuseUnlessNew(target, source);
    await refuseStrangers(destination, source, folder);
  }
  await target.migrate();
  await refuseUnlessAlike(target, source.tables);
  if (!move) await target.begin(source.id, destination.name, source.tables);
  else if (move.files !== destination.name) await target.filesGoTo(destination.name);

  const rows = await moveRows(source, target, say);
  const blobs = await moveBlobs(source, target, folder, destination, say);
  const lost = [...blobs.missing, ...blobs.damaged];
  if (lost.length > 0 && options.acceptDamage !== true)
    throw new Refusal(
      `The bytes of ${blobs.missing.length} file(s) are missing from ${folder}, of ${blobs.damaged.length} damaged, such as ${lost[0]}. Put them back from a backup and run the command again, or add --accept-damage to move without.`,
    );
  await target.finish(source.tables, Date.now());
  return { tables, rows, ...blobs, before: false };
}

/** Whatever the target says is told in one line, without its address. */
function plainly(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const goesOn = 'Run the command again: it goes on where it was.';
  if (error instanceof StorageAway)
    return new Refusal(
      `${error.message}: ${String((error.cause as Error | undefined)?.message)}. ${goesOn}`,
    );
  if (error instanceof StoreUnusable) return targetFailure(error);
  const { code, severity, message } = error as {
    code?: string;
    severity?: string;
    message: string;
  };
  if (
    severity !== undefined ||
    isStoreUnavailable(error) ||
    /^Connection terminated|not queryable/.test(message)
  )
    return new Refusal(`${targetFailure({ message, code: code ?? '' }).message} ${goesOn}`);
  return error;
}

/**
 * Carries the store of DATA_DIR and its files to a PostgreSQL and, as configured, to S3 or another
 * folder. May be interrupted at any moment and run again. The source stays as it is. Throws
 * Refusal.
 */
export async function moveStore(config: Config, options: MoveOptions, say: Say): Promise<Moved> {
  if (config.DATABASE_URL !== undefined)
    throw new Refusal(
      'DATABASE_URL is set, so that the store is not in DATA_DIR. Unset it: --to names the target.',
    );
  const file = requireStore(config.DATA_DIR);
  const held = lockForCommand(config.DATA_DIR);
  try {
    const source = openSource(file);
    try {
      if (!isEqual(source.steps, stepNames))
        throw new Refusal(
          `The store in ${config.DATA_DIR} is of another version: its last step is ${source.steps.at(-1) ?? 'none'}, that of this Clipline ${stepNames.at(-1)}. Start and stop the same version on it first.`,
        );
      const destination = await destinationFor(config, options);
      const target = await openTarget(options.to);
      try {
        return await fill(
          source,
          target,
          path.join(config.DATA_DIR, 'blobs'),
          destination,
          options,
          say,
        );
      } finally {
        await target.close().catch(() => {});
      }
    } finally {
      source.close();
    }
  } catch (error) {
    throw plainly(error);
  } finally {
    held.release();
  }
}
