import type { TextVersion, VersionText } from '@clipline/contract/schemas/history.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';
import type { Db } from '../core/db/database.ts';
import { DAY_MS, isoTime } from '../core/time.ts';
import { unpackText } from './pack-text.ts';
import {
  type EndedVersion,
  filesOf,
  findEnded,
  listEnded,
  type VersionFile,
  type VersionsOf,
} from './versions.queries.ts';

/** The versions of one thing, and how long the plan of its owner keeps them. */
export interface History {
  readonly table: VersionsOf;
  readonly thingId: string;
  readonly plan: PlanName | null;
}

const keptSince = ({ plan }: History) => Date.now() - allowedBy(plan).historyDays * DAY_MS;

const namesOf = (row: { readonly files: string }) => filesOf(row).map(({ name }) => name);

/** `authorsName` for a reader who is not the author. */
function present(row: EndedVersion, authorsName: string | undefined): TextVersion {
  const { version, saved_at, by_kind: kind, by_label: label, chars } = row;
  const own = { kind, ...(label === null ? {} : { label }) };
  return {
    version,
    savedAt: isoTime(saved_at),
    by: authorsName === undefined ? own : { kind: 'member', label: authorsName },
    chars,
    files: namesOf(row),
  };
}

/** Newest first. */
export async function readVersions(
  db: Db,
  history: History,
  authorsName?: string,
): Promise<TextVersion[]> {
  const rows = await listEnded(db, history.table, history.thingId, keptSince(history));
  return rows.map((row) => present(row, authorsName));
}

const VERSION = /^[1-9]\d{0,8}$/;

/** With its files, those that were deleted since too. Throws VERSION_NOT_FOUND. */
export async function findVersion(
  db: Db,
  history: History,
  version: string,
): Promise<{ readonly content: string; readonly files: readonly VersionFile[] }> {
  const found = VERSION.test(version)
    ? await findEnded(db, history.table, history.thingId, Number(version), keptSince(history))
    : undefined;
  if (!found) throw new ProductError('VERSION_NOT_FOUND');
  return { content: await unpackText(found.packed), files: filesOf(found) };
}

/** Throws VERSION_NOT_FOUND. */
export async function readVersion(db: Db, history: History, version: string): Promise<VersionText> {
  const { content, files } = await findVersion(db, history, version);
  return { content, files: files.map(({ name }) => name) };
}
