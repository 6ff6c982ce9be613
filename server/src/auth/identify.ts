import type { Db } from '../core/db/database.ts';
import { whereWritable } from '../core/db/errors.ts';
import {
  type CurrentUser,
  type Identify,
  type IdentifySession,
  isApiToken,
  type Program,
} from '../core/http/current-user.ts';
import { hashToken } from '../core/ids.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { isWellMade, scopesOf, UNUSED_MS } from './api-tokens.ts';
import { noteSeen } from './auth.queries.ts';
import { currentPlan } from './plans.ts';
import { findProgram, findProgramById, updateApiToken } from './programs.queries.ts';
import { findIdentity, findUserOfSession, markAccessUsed } from './sessions.queries.ts';

/** Written so seldom that a busy program does not cost a write for each call. */
const USE_NOTED_EVERY_MS = MINUTE_MS;

type FoundUser = NonNullable<Awaited<ReturnType<typeof findUserOfSession>>>;
type FoundProgram = NonNullable<Awaited<ReturnType<typeof findProgram>>>;

/** What decides over everybody: whether plans are sold, and whether a password signs in. */
interface Rules {
  readonly billing: boolean;
  readonly passwords: boolean;
}

const userOf = (
  found: Omit<FoundUser, 'required_from'> & Partial<Pick<FoundUser, 'required_from'>>,
  sessionId: string,
  program: Program | null,
  { billing, passwords }: Rules,
  now: number,
): CurrentUser => ({
  id: found.id,
  name: found.name,
  email: found.email,
  createdAt: found.created_at,
  sessionId,
  program,
  isAdmin: program === null && found.is_admin === 1,
  isRestricted:
    passwords &&
    program === null &&
    found.has_password === 1 &&
    found.two_step_since === null &&
    Number(found.required_from ?? Infinity) <= now,
  ...currentPlan(found, billing, now),
});

const programOf = ({ token_name: name, scopes }: FoundProgram): Program => ({
  name,
  scopes: scopesOf(scopes),
});

function noteUse(
  db: Db,
  { id, token_id, last_used_at, ends_unused, expires_at }: FoundProgram,
  now: number,
) {
  if (Math.abs(now - (last_used_at ?? 0)) < USE_NOTED_EVERY_MS) return undefined;
  const end = now + UNUSED_MS;
  const isPutOff = ends_unused === 1 && end - (expires_at ?? 0) >= DAY_MS;
  const use = { last_used_at: now, ...(isPutOff && { expires_at: end }) };
  return whereWritable(Promise.all([updateApiToken(db, token_id, use), noteSeen(db, id, now)]));
}

/**
 * Whose token this is, looked up each time, so that logout and revocation act at once. It is noted
 * that they were here, unless `isNoted` says otherwise.
 */
export const identifyBy =
  (db: Db, rules: Rules): Identify =>
  async (token, isNoted = true) => {
    const now = Date.now();
    if (isApiToken(token)) {
      const found = isWellMade(token) ? await findProgram(db, hashToken(token), now) : undefined;
      if (!found) return null;
      if (isNoted) await noteUse(db, found, now);
      return userOf(found, found.token_id, programOf(found), rules, now);
    }
    const hash = hashToken(token);
    const found = await findIdentity(db, hash, now);
    if (!found) return null;
    // The note only narrows the grace of a refresh.
    if (isNoted && found.first_used_at === null)
      await whereWritable(
        Promise.all([markAccessUsed(db, hash, now), noteSeen(db, found.id, now)]),
      );
    return userOf(found, found.session_id, null, rules, now);
  };

/** For what began a while ago: whether session or token is still good, and the plan as it is now. */
export const identifySessionBy =
  (rules: Rules): IdentifySession =>
  async (db, sessionId) => {
    const now = Date.now();
    const found = await findUserOfSession(db, sessionId, now);
    if (found) return userOf(found, sessionId, null, rules, now);
    const program = await findProgramById(db, sessionId, now);
    return program ? userOf(program, sessionId, programOf(program), rules, now) : null;
  };
