import type { PlanOf } from '../../platform/http/current-user.ts';
import type { Platform } from '../../platform/platform.ts';
import { historyJobs } from './history.jobs.ts';

export function plugInHistory({ db, jobs }: Platform, { planOf }: { planOf: PlanOf }): void {
  jobs.push(...historyJobs(db, planOf));
}
