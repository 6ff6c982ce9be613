import { allowedBy } from '@clipline/contract/plans.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import type { Job } from '../core/jobs.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { PlanOf } from '../auth/plans.ts';
import { lookAgainAt, outOfTime } from './thinning.ts';
import * as queries from './history.queries.ts';

const BATCH = 100;

async function thin(
  tx: Tx,
  table: queries.VersionsOf,
  thingId: string,
  historyDays: number,
  now: number,
): Promise<void> {
  const versions = await queries.listEnded(tx, table, thingId);
  const gone = new Set(outOfTime(versions, historyDays, now));
  await queries.removeVersions(tx, table, thingId, [...gone]);
  // Their bytes go with the next look for what nothing refers to.
  if (gone.size > 0 && table === 'clip_versions') await queries.removeUnkeptFiles(tx, thingId);
  const due = versions.filter((each) => !gone.has(each) && (each.look_at ?? 0) <= now);
  for (const [lookAt, same] of Map.groupBy(due, (each) => lookAgainAt(each.ended_at, now)))
    await queries.setLookAt(tx, table, thingId, same, lookAt);
}

export async function thinVersions(db: Db, planOf: PlanOf, now: number): Promise<void> {
  const failed: unknown[] = [];
  for (const table of ['clip_versions', 'content_versions'] as const) {
    let due = await queries.listDue(db, table, now, '', BATCH);
    while (due.length > 0) {
      for (const { id, user_id: userId } of due)
        try {
          const { historyDays } = allowedBy(await planOf(db, userId));
          await transact(db, (tx) => thin(tx, table, id, historyDays, now));
        } catch (error) {
          failed.push(error);
        }
      due = await queries.listDue(db, table, now, due.at(-1)?.id ?? '', BATCH);
    }
  }
  if (failed.length > 0) throw failed[0];
}

export const historyJobs = (db: Db, planOf: PlanOf): Job[] => [
  {
    name: 'thin versions',
    everyMs: 10 * MINUTE_MS,
    run: () => thinVersions(db, planOf, Date.now()),
  },
];
