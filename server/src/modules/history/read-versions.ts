import type { TextVersion, VersionText } from '@clipline/contract/schemas/history.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';
import type { Db } from '../../platform/database/database.ts';
import { unpackText } from './pack-text.ts';
import { DAY_MS } from './thinning.ts';
import { type EndedVersion, findEnded, listEnded, type VersionsOf } from './versions.queries.ts';

/** The versions of one thing, and how long the plan of its owner keeps them. */
export interface History {
  readonly table: VersionsOf;
  readonly thingId: string;
  readonly plan: PlanName | null;
}

const keptSince = ({ plan }: History) => Date.now() - allowedBy(plan).historyDays * DAY_MS;

const namesOf = (row: { readonly files: string }) => JSON.parse(row.files) as string[];

/** `authorsName` for a reader who is not the author. */
function present(row: EndedVersion, authorsName: string | undefined): TextVersion {
  const { version, saved_at, by_kind: kind, by_label: label, chars } = row;
  const own = { kind, ...(label === null ? {} : { label }) };
  return {
    version,
    savedAt: new Date(saved_at).toISOString(),
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

/** Throws VERSION_NOT_FOUND. */
export async function readVersion(db: Db, history: History, version: string): Promise<VersionText> {
  const found = VERSION.test(version)
    ? await findEnded(db, history.table, history.thingId, Number(version), keptSince(history))
    : undefined;
  if (!found) throw new ProductError('VERSION_NOT_FOUND');
  return { content: await unpackText(found.packed), files: namesOf(found) };
}
