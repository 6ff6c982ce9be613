import type { App } from '../core/app.ts';
import type { Accounts } from './accounts.ts';
import { authJobs } from './auth.jobs.ts';
import { serveAuth } from './auth.routes.ts';

export function plugInAuth(
  app: App,
  neighbours: Pick<Accounts, 'billing' | 'browser' | 'whenConfirmed'>,
): void {
  const { config, db, channels, limits, jobs, tell, deliverMail } = app;
  const { disconnectSession } = channels;
  serveAuth(app, {
    ...neighbours,
    db,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
    limits,
    deliverMail,
    disconnectSession,
    tell,
  });
  const sessions = () => [...new Set([...app.sessions(), ...app.sessionCalls.sessions()])];
  jobs.push(...authJobs(db, { sessions, disconnectSession }));
}
