import { ProductError } from '@clipline/contract/errors.ts';
import { transact, type Tx } from '../core/db/database.ts';
import { Queue } from '../core/queue.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import { keyed } from '../core/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { turnOf, verifyPassword } from '../auth/passwords.ts';
import type { Links } from './links.ts';
import { findTry, keepTry, type LinkRow } from './links.queries.ts';

/** So many wrong ones of one network at one link in that time, and it waits as long again. */
const LIMITS = [
  { tries: 5, ms: 15 * MINUTE_MS },
  { tries: 20, ms: HOUR_MS },
] as const;

/**
 * A try counts until it turns out right: of one network they are made one after the other, or those
 * of many visitors at once would count as wrong ones.
 */
const tries = new Queue({
  running: Infinity,
  runningEach: 1,
  // As many as wait for the work of passwords.
  waiting: 250,
  retryAfterSeconds: 5,
});

/** One network at one link, by the names that its tries are counted under, one for each limit. */
type Counters = readonly string[];

/** Counts a try before anything is hashed, so that many at once are no more than their number. */
async function begin(tx: Tx, linkId: string, counters: Counters, now: number): Promise<void> {
  let lockedUntil = now;
  for (const [index, { tries: most, ms }] of LIMITS.entries()) {
    const sender = counters[index] as string;
    const known = await findTry(tx, linkId, sender);
    const own = known && known.ends_at > now ? known : { tries: 0, ends_at: now + ms };
    if (own.tries >= most) lockedUntil = Math.max(lockedUntil, own.ends_at);
    const endsAt = own.tries + 1 === most ? now + ms : own.ends_at;
    await keepTry(tx, { link_id: linkId, sender, tries: own.tries + 1, ends_at: endsAt });
  }
  if (lockedUntil > now)
    throw new ProductError('LINK_LOCKED', {}, Math.ceil((lockedUntil - now) / 1000));
}

/** It was right after all. */
async function takeBack(tx: Tx, linkId: string, counters: Counters): Promise<void> {
  for (const sender of counters) {
    const own = await findTry(tx, linkId, sender);
    if (own) await keepTry(tx, { ...own, tries: Math.max(0, own.tries - 1) });
  }
}

/** Throws WRONG_LINK_PASSWORD, and after a few LINK_LOCKED. */
export async function checkLinkPassword(
  { db, secret }: Pick<Links, 'db' | 'secret'>,
  { id, generation, password_hash: hash }: LinkRow,
  password: string | null | undefined,
  address: string,
): Promise<void> {
  if (hash === null) return;
  if (password === undefined || password === null || password === '')
    throw new ProductError('WRONG_LINK_PASSWORD');
  const { own, site } = limitKeysOf({ address });
  // A renewed link begins anew.
  const counters = LIMITS.map(({ ms }) =>
    keyed(secret, 'link try', id, String(generation), site ?? own, String(ms)),
  );
  const isRight = await tries.run(String(counters[0]), async () => {
    await transact(db, (tx) => begin(tx, id, counters, Date.now()));
    let isWrong = false;
    try {
      isWrong = !(await verifyPassword(hash, password, { from: turnOf(address) }));
    } finally {
      // Where too many wait for their turn nothing was tried.
      if (!isWrong) await transact(db, (tx) => takeBack(tx, id, counters));
    }
    return !isWrong;
  });
  if (!isRight) throw new ProductError('WRONG_LINK_PASSWORD');
}
