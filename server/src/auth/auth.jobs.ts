import type { App } from '../core/app.ts';
import { type Db, engineOf } from '../core/db/database.ts';
import { CLOSE_SESSIONS, type Job, LOOK_MS } from '../core/jobs.ts';
import { removeDoneBefore } from '../core/once.queries.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { removeExpiredResets, removeOldRegistrations } from './auth.queries.ts';
import {
  listOpenApiTokens,
  removeExpiredApiTokens,
  removeExpiredRequests,
} from './programs.queries.ts';
import { removeOldSteps } from './second-step.queries.ts';
import { listOpenSessions, removeExpiredSessions } from './sessions.queries.ts';

/** For this long an old link still tells that it has expired, or that it was confirmed. */
const KEEP_LINKS_MS = 30 * DAY_MS;

export async function removeExpired(db: Db, now = Date.now()): Promise<void> {
  await removeExpiredSessions(db, now);
  await removeExpiredApiTokens(db, now);
  await removeExpiredRequests(db, now);
  await removeExpiredResets(db, now);
  await removeOldRegistrations(db, now - KEEP_LINKS_MS);
  await removeOldSteps(db, now);
  await removeDoneBefore(db, now);
}

/**
 * Ends sockets and long calls whose session or API token ended without this process: by age, by
 * another node or by `npm run user`.
 */
export async function closeEndedSessions({
  db,
  config,
  channels,
  sessions: ofSockets,
  sessionCalls,
}: Pick<App, 'db' | 'config' | 'channels' | 'sessions' | 'sessionCalls'>): Promise<void> {
  const connected = [...new Set([...ofSockets(), ...sessionCalls.sessions()])];
  if (connected.length === 0) return;
  const now = Date.now();
  const askedAt = config.PASSWORDS === 'off' ? 0 : now;
  const sessions = await listOpenSessions(db, connected, now, askedAt);
  const others = connected.filter((id) => !sessions.has(id));
  const tokens = await listOpenApiTokens(db, others, now);
  for (const id of others) if (!tokens.has(id)) channels.disconnectSession(id);
}

export const authJobs = (app: App): Job[] => [
  { name: 'remove what has expired', everyMs: 15 * MINUTE_MS, run: () => removeExpired(app.db) },
  {
    name: CLOSE_SESSIONS,
    // On SQLite another process, such as `npm run user`, cannot wake it.
    everyMs: engineOf(app.db) === 'sqlite' ? 900 : LOOK_MS,
    onEveryNode: true,
    run: () => closeEndedSessions(app),
  },
];
