import type { Platform } from '../../platform/platform.ts';
import type { PlanOf } from '../plans/plans.ts';
import { historyJobs } from './history.jobs.ts';

export function plugInHistory({ db, jobs }: Platform, { planOf }: { planOf: PlanOf }): void {
  jobs.push(...historyJobs(db, planOf));
}
