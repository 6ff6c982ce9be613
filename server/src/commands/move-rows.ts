import { Refusal } from './refusal.ts';
import type { Source, Table } from './move-source.queries.ts';
import { progressOf, type Target } from './move-target.queries.ts';
import { type Cell, createDigestSum, type Digest, isSame, rowSha256 } from './table-digest.ts';

/** Whichever comes first ends a batch, so that memory is bounded whatever rows hold. */
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 1_000_000;
/** Progress is told once in so many rows of a large table. */
const TOLD_ROWS = 50_000;

/** What came earlier is not what the source holds now. */
class SourceChanged extends Error {}

const sizeOf = (row: readonly Cell[]): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
const count = (rows: number) => `${rows.toLocaleString('en')} row${rows === 1 ? '' : 's'}`;

/**
 * Adds what has not come yet, a batch at a time; returns the digest of the whole table in the
 * source.
 */
async function moveTable(
  source: Source,
  target: Target,
  table: Table,
  done: Digest,
  say: (line: string) => void,
): Promise<Digest> {
  const sum = createDigestSum();
  let batch: Cell[][] = [];
  let size = 0;
  let told = done.rows;
  const pass = async () => {
    const now = sum.now();
    await target.insert(table, batch, now);
    [batch, size] = [[], 0];
    if (now.rows - told < TOLD_ROWS) return;
    told = now.rows;
    say(`${table.name}: ${count(now.rows)} so far`);
  };
  let seen = 0;
  for (const row of source.rows(table)) {
    sum.add(rowSha256(row));
    seen += 1;
    if (seen === done.rows && !isSame(sum.now(), done)) throw new SourceChanged();
    if (seen <= done.rows) continue;
    batch.push(row);
    size += sizeOf(row);
    if (batch.length >= BATCH_ROWS || size >= BATCH_CHARACTERS) await pass();
  }
  if (batch.length > 0) await pass();
  const all = sum.now();
  if (seen < done.rows) throw new SourceChanged();
  say(
    `${table.name}: ${count(all.rows)}${done.rows > 0 ? `, of which ${done.rows.toLocaleString('en')} had come before` : ''}`,
  );
  return all;
}

/** Returns the digest of each table of the source, all of whose rows have come. */
async function moveTables(
  source: Source,
  target: Target,
  say: (line: string) => void,
): Promise<Map<Table, Digest>> {
  const progress = await target.progress();
  const digests = new Map<Table, Digest>();
  for (const table of source.tables)
    digests.set(table, await moveTable(source, target, table, progressOf(progress, table), say));
  return digests;
}

/**
 * Brings every row over, then compares what the target stored with what the source holds. Returns
 * how many there are.
 */
export async function moveRows(
  source: Source,
  target: Target,
  say: (line: string) => void,
): Promise<number> {
  const digests = await moveTables(source, target, say).catch(async (error: unknown) => {
    if (!(error instanceof SourceChanged)) throw error;
    say('The source has changed since the move was interrupted: its rows are moved anew.');
    await target.clear(source.tables);
    return moveTables(source, target, say);
  });
  let rows = 0;
  for (const [table, expected] of digests) {
    const found = await target.digestOf(table);
    if (!isSame(found, expected))
      throw new Refusal(
        `Table ${table.name} differs: the source has ${count(expected.rows)}, the target ${count(found.rows)}${found.rows === expected.rows ? ' with other content' : ''}. Another program writes there: empty the target and move again.`,
      );
    rows += found.rows;
  }
  say(`Compared: each row of ${digests.size} tables is the same on both sides.`);
  return rows;
}

/** Whether each row of the source had come, and no other. */
export async function isMoved(source: Source, target: Target): Promise<boolean> {
  const progress = await target.progress();
  return source.tables.every((table) => {
    const sum = createDigestSum();
    for (const row of source.rows(table)) sum.add(rowSha256(row));
    return isSame(sum.now(), progressOf(progress, table));
  });
}
