import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from './accounts.ts';
import { authJobs } from './auth.jobs.ts';
import { serveAuth } from './auth.routes.ts';

export function plugInAuth(
  platform: Platform,
  neighbours: Pick<Accounts, 'billing' | 'browser' | 'whenConfirmed'>,
): void {
  const { config, db, serving, realtime, channels, limits, jobs, tell, deliverMail } = platform;
  const { disconnectSession } = channels;
  serveAuth(serving, {
    ...neighbours,
    db,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
    limits,
    deliverMail,
    disconnectSession,
    tell,
  });
  const sessions = () => [...new Set([...realtime.sessions(), ...serving.sessionCalls.sessions()])];
  jobs.push(...authJobs(db, { sessions, disconnectSession }));
}
