import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { signUp } from '../../../testing/factories.ts';
import { hashToken } from '../../ids.ts';
import { deleteExpiredSessions, findIdentity, markAccessUsed } from './sessions.queries.ts';
import { GRACE_MS, IDLE_MS, refreshSession, SESSION_MS, startSession } from './sessions.ts';

const ACCESS_MS = 3600 * 1000;
const SECRET = 'a secret of thirty-two bytes or more';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

/** One pair of tokens, as the rules see it, numbered in the order of a session's life. */
interface Pair {
  readonly refreshToken: string;
  readonly accessToken: string;
  accessEndsAt: number;
  accessUsed: boolean;
  rotatedAt: number | undefined;
}

/** The rules in words: what a session with these pairs must answer. The program is compared with it. */
class SessionModel {
  readonly pairs: Pair[];
  ended = false;
  idleEndsAt: number;
  readonly endsAt: number;

  constructor(first: Pair, now: number) {
    this.pairs = [first];
    this.idleEndsAt = now + IDLE_MS;
    this.endsAt = now + SESSION_MS;
  }

  refresh(index: number, now: number): 'new' | 'same' | 'refused' {
    const pair = this.pairs[index] as Pair;
    if (this.ended || now >= this.idleEndsAt || now >= this.endsAt) return 'refused';
    if (pair.rotatedAt === undefined) {
      pair.rotatedAt = now;
      this.idleEndsAt = Math.min(now + IDLE_MS, this.endsAt);
      return 'new';
    }
    const next = this.pairs[index + 1] as Pair;
    if (now < pair.rotatedAt + GRACE_MS) return 'same';
    if (!next.accessUsed && next.rotatedAt === undefined) {
      next.accessEndsAt = Math.min(now + ACCESS_MS, this.endsAt);
      return 'same';
    }
    this.ended = true;
    return 'refused';
  }

  use(index: number, now: number): boolean {
    const pair = this.pairs[index] as Pair;
    const good = !this.ended && now < pair.accessEndsAt;
    if (good) pair.accessUsed = true;
    return good;
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('refresh' as const), back: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('use' as const), back: fc.nat({ max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 29_999, GRACE_MS, 60_000, ACCESS_MS - 1, ACCESS_MS, IDLE_MS - 1, IDLE_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clean up' as const) }) },
);

test('every history of a session goes as the rules say', async () => {
  const { user } = await signUp(app);
  const { db } = app.store;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      let now = Date.now();
      const first = await startSession(db, user.id, 'test', now);
      const pairOf = (accessToken: string, refreshToken: string): Pair => ({
        accessToken,
        refreshToken,
        accessEndsAt: now + ACCESS_MS,
        accessUsed: false,
        rotatedAt: undefined,
      });
      const model = new SessionModel(pairOf(first.access_token, first.refresh_token), now);
      for (const each of steps) {
        if (each.kind === 'wait') now += each.ms;
        if (each.kind === 'clean up') await deleteExpiredSessions(db, now);
        if (each.kind !== 'refresh' && each.kind !== 'use') continue;
        const index = Math.max(0, model.pairs.length - 1 - each.back);
        const pair = model.pairs[index] as Pair;
        if (each.kind === 'use') {
          const good = (await findIdentity(db, hashToken(pair.accessToken), now)) !== undefined;
          if (good) await markAccessUsed(db, hashToken(pair.accessToken), now);
          expect(good).toBe(model.use(index, now));
          continue;
        }
        const expected = model.refresh(index, now);
        const refreshed = await refreshSession(db, SECRET, pair.refreshToken, now);
        const tokens = refreshed.kind === 'renewed' ? refreshed.tokens : undefined;
        if (expected === 'refused') expect(tokens).toBeUndefined();
        else if (expected === 'same') expect(tokens?.refreshToken).toBe(model.pairs[index + 1]?.refreshToken);
        else {
          expect(tokens).toBeDefined();
          const next = pairOf(tokens?.accessToken ?? '', tokens?.refreshToken ?? '');
          model.pairs.push({ ...next, accessEndsAt: Math.min(next.accessEndsAt, model.endsAt) });
        }
      }
    }),
    { numRuns: 150 },
  );
});
