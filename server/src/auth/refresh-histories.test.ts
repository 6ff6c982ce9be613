import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { someCases } from '../../testing/cases.ts';
import { signUp } from '../../testing/factories.ts';
import { hashToken } from '../core/ids.ts';
import { removeExpiredSessions, findIdentity, markAccessUsed } from './sessions.queries.ts';
import { GRACE_MS, IDLE_MS, refreshSession, SESSION_MS, startSession } from './sessions.ts';

const ACCESS_MS = 3600 * 1000;
const SECRET = 'a secret of thirty-two bytes or more';

let app: TestApp;
beforeAll(async () => {
  // Mails wait in the store until they are asked for: no server takes them.
  app = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
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

/**
 * The rules in words: what a session with these pairs must answer. The program is compared with it.
 */
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
      this.idleEndsAt = Math.min(now + IDLE_MS, this.endsAt);
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
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('refresh' as const), back: fc.nat({ max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('use' as const), back: fc.nat({ max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(
        1,
        29_999,
        GRACE_MS,
        60_000,
        ACCESS_MS - 1,
        ACCESS_MS,
        IDLE_MS - 1,
        IDLE_MS,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clean up' as const) }) },
);

/**
 * An answer that was lost is asked for again in the last moment before the session ends for want of
 * use.
 */
const lostForTwoWeeks = [
  { kind: 'refresh' as const, back: 0 },
  { kind: 'wait' as const, ms: IDLE_MS - 1 },
  { kind: 'refresh' as const, back: 1 },
  { kind: 'wait' as const, ms: 1 },
  { kind: 'clean up' as const },
  { kind: 'use' as const, back: 0 },
];

test('every history of a session goes as the rules say', { timeout: 3600_000 }, async () => {
  const { user } = await signUp(app);
  const { db } = app.store;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      let now = Date.now();
      const first = await startSession(db, user.id, 'test', { now });
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
        if (each.kind === 'clean up') await removeExpiredSessions(db, now);
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
        const refreshed = await refreshSession(db, SECRET, pair.refreshToken, 'here', now);
        const tokens = refreshed.kind === 'renewed' ? refreshed.tokens : undefined;
        if (expected === 'refused') expect(tokens).toBeUndefined();
        else if (expected === 'same')
          expect(tokens?.refreshToken).toBe(model.pairs[index + 1]?.refreshToken);
        else {
          expect(tokens).toBeDefined();
          const next = pairOf(tokens?.accessToken ?? '', tokens?.refreshToken ?? '');
          model.pairs.push({ ...next, accessEndsAt: Math.min(next.accessEndsAt, model.endsAt) });
        }
      }
    }),
    { ...someCases(50), examples: [[lostForTwoWeeks]] },
  );
});

/**
 * A user with a copy of a session's tokens: what they hold, and whether they were refused for
 * good.
 */
class Client {
  readonly #db: TestApp['store']['db'];
  readonly #origin: string;
  access: string;
  refresh: string;

  constructor(db: TestApp['store']['db'], access: string, refresh: string, origin = 'here') {
    this.#db = db;
    this.#origin = origin;
    this.access = access;
    this.refresh = refresh;
  }

  /** As the web app does: trades its token; an answer that is lost on the way changes nothing. */
  async renew(now: number, isLost: boolean): Promise<boolean> {
    const refreshed = await refreshSession(this.#db, SECRET, this.refresh, this.#origin, now);
    if (refreshed.kind !== 'renewed') return false;
    if (!isLost) ({ accessToken: this.access, refreshToken: this.refresh } = refreshed.tokens);
    return true;
  }

  async use(now: number): Promise<boolean> {
    const good = (await findIdentity(this.#db, hashToken(this.access), now)) !== undefined;
    if (good) await markAccessUsed(this.#db, hashToken(this.access), now);
    return good;
  }
}

/**
 * The same trade asked for again within the grace does not prolong the session: that is why the
 * longest pause is a grace shorter.
 */
const visit = fc.record({
  ms: fc.constantFrom(
    0,
    1,
    1000,
    GRACE_MS - 1,
    GRACE_MS,
    ACCESS_MS,
    5 * ACCESS_MS,
    IDLE_MS - GRACE_MS,
  ),
  lost: fc.boolean(),
  doUse: fc.boolean(),
  who: fc.constantFrom('honest', 'honest', 'thief'),
});

test(
  'no one who has only their own tokens is ever signed out, whatever responses are lost',
  { timeout: 3600_000 },
  async () => {
    const { user } = await signUp(app);
    const { db } = app.store;
    await fc.assert(
      fc.asyncProperty(fc.array(visit, { minLength: 1, maxLength: 15 }), async (visits) => {
        let now = Date.now();
        const first = await startSession(db, user.id, 'test', { now });
        const honest = new Client(db, first.access_token, first.refresh_token);
        const endsAt = now + SESSION_MS;
        for (const { ms, lost, doUse } of visits) {
          if (now + ms >= endsAt) break;
          now += ms;
          await removeExpiredSessions(db, now);
          expect(await honest.renew(now, lost)).toBe(true);
          if (!lost && doUse) expect(await honest.use(now)).toBe(true);
        }
        expect([await honest.renew(now, false), await honest.use(now)]).toEqual([true, true]);
      }),
      someCases(30),
    );
  },
);

test(
  'a stolen token never lives on beside the one it was stolen from',
  { timeout: 3600_000 },
  async () => {
    const { user } = await signUp(app);
    const { db } = app.store;
    await fc.assert(
      fc.asyncProperty(
        fc.array(visit, { maxLength: 12 }),
        fc.nat({ max: 11 }),
        async (visits, theft) => {
          let now = Date.now();
          const first = await startSession(db, user.id, 'test', { now });
          const honest = new Client(db, first.access_token, first.refresh_token);
          const thief = new Client(db, honest.access, honest.refresh);
          for (const [index, { ms, lost, doUse, who }] of visits.entries()) {
            if (index === theft) [thief.access, thief.refresh] = [honest.access, honest.refresh];
            now += ms;
            const client = who === 'honest' ? honest : thief;
            await client.renew(now, lost);
            if (doUse) await client.use(now);
          }
          // Both go on, each in its turn, with what it has.
          const alive = { honest: true, thief: true };
          for (let turn = 0; turn < 3; turn++) {
            for (const [name, client] of [
              ['honest', honest],
              ['thief', thief],
            ] as const) {
              now += 2 * GRACE_MS;
              alive[name] = (await client.renew(now, false)) && (await client.use(now));
            }
          }
          expect(alive.honest && alive.thief).toBe(false);
        },
      ),
      someCases(30),
    );
  },
);

test(
  'a thief elsewhere who trades first and waits is noticed, whatever either of them uses',
  { timeout: 3600_000 },
  async () => {
    const { user } = await signUp(app);
    const { db } = app.store;
    const pause = fc.constantFrom(GRACE_MS, 31_000, ACCESS_MS, 5 * ACCESS_MS, IDLE_MS - 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ms: pause, thiefUses: fc.boolean() }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (generations) => {
          let now = Date.now();
          const first = await startSession(db, user.id, 'test', { now });
          const honest = new Client(db, first.access_token, first.refresh_token);
          const thief = new Client(db, honest.access, honest.refresh, 'elsewhere');
          for (const { ms, thiefUses } of generations) {
            now += 1000;
            await thief.renew(now, false);
            if (thiefUses) await thief.use(now);
            now += ms;
            if (!(await honest.renew(now, false))) break;
            await honest.use(now);
          }
          expect([await honest.renew(now, false), await thief.renew(now, false)]).toEqual([
            false,
            false,
          ]);
          const told = await db
            .selectFrom('mails')
            .select('id')
            .where('user_id', '=', user.id)
            .where('kind', '=', 'session-ended')
            .execute();
          expect(told.length).toBeGreaterThan(0);
          await db.deleteFrom('mails').execute();
        },
      ),
      someCases(30),
    );
  },
);
