import { type Db, engineOf } from '../core/db/database.ts';
import { forgetAnswers } from '../core/http/idempotency.queries.ts';
import { IDEMPOTENCY_MS } from '../core/http/idempotency.ts';
import { CLOSE_SESSIONS, type Job, LOOK_MS } from '../core/jobs.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { removeExpiredResets, removeOldRegistrations } from './auth.queries.ts';
import {
  removeExpiredApiTokens,
  removeExpiredDeviceRequests,
  listOpenApiTokens,
} from './api-tokens.queries.ts';
import { removeExpiredSessions, listOpenSessions } from './sessions.queries.ts';

/** For this long an old link still tells that it has expired, or that it was confirmed. */
const KEEP_LINKS_MS = 30 * DAY_MS;

/** What nothing can use any more leaves the store. */
export async function removeExpired(db: Db, now = Date.now()): Promise<void> {
  await removeExpiredSessions(db, now);
  await removeExpiredApiTokens(db, now);
  await removeExpiredDeviceRequests(db, now);
  await removeExpiredResets(db, now);
  await removeOldRegistrations(db, now - KEEP_LINKS_MS);
  await forgetAnswers(db, now - IDEMPOTENCY_MS);
}

/**
 * Ends sockets and long calls whose session or API token ended without this process: by age, by
 * another node or by `npm run user`.
 */
export async function closeEndedSessions(db: Db, sockets: SessionSockets): Promise<void> {
  const connected = sockets.sessions();
  if (connected.length === 0) return;
  const now = Date.now();
  const sessions = await listOpenSessions(db, connected, now);
  const others = connected.filter((id) => !sessions.has(id));
  const tokens = await listOpenApiTokens(db, others, now);
  for (const id of others) if (!tokens.has(id)) sockets.disconnectSession(id);
}

interface SessionSockets {
  /** The sessions that have a socket or a long call on this node. */
  readonly sessions: () => string[];
  readonly disconnectSession: (sessionId: string) => void;
}

export const authJobs = (db: Db, sockets: SessionSockets): Job[] => [
  { name: 'remove what has expired', everyMs: 15 * MINUTE_MS, run: () => removeExpired(db) },
  {
    name: CLOSE_SESSIONS,
    // On SQLite another process, such as `npm run user`, cannot wake it.
    everyMs: engineOf(db) === 'sqlite' ? 900 : LOOK_MS,
    onEveryNode: true,
    run: () => closeEndedSessions(db, sockets),
  },
];
