import type { App } from '../core/app.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { removeOldHandovers } from './handovers.queries.ts';
import { removeOldInvitations } from './invitations.queries.ts';
import { removeOldCodes } from './owner.queries.ts';

const KEEP_INVITATIONS_MS = 90 * DAY_MS;

export const ownerJobs = ({ db }: App): Job[] => [
  {
    name: 'remove codes and invitations that are over',
    everyMs: 15 * MINUTE_MS,
    async run() {
      const now = Date.now();
      await removeOldCodes(db, now);
      await removeOldHandovers(db, now);
      await removeOldInvitations(db, now - KEEP_INVITATIONS_MS);
    },
  },
];
