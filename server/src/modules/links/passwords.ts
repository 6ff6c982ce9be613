import { ProductError } from '@clipline/contract/errors.ts';
import { transact, type Tx } from '../../platform/database/database.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { limitKeysOf } from '../../platform/http/limit-keys.ts';
import { keyed } from '../../platform/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { turnOf, verifyPassword } from '../auth/passwords.ts';
import type { Links } from './links.ts';
import { findLink, findTry, keepTry, type LinkRow, updateLink } from './links.queries.ts';

/** Of one network at one link. */
const SENDER = { tries: 5, ms: 15 * MINUTE_MS };
/** At one link, from everywhere. */
const LINK = { tries: 20, ms: HOUR_MS };

/**
 * A try counts until it turns out right: at one link they are made one after the other, or those
 * of many visitors at once would count as wrong ones.
 */
const tries = new FairQueue({
  running: Infinity,
  runningEach: 1,
  // As many as wait for the work of passwords.
  waiting: 250,
  retryAfterSeconds: 5,
});

const locked = (until: number, now: number) =>
  new ProductError('LINK_LOCKED', {}, Math.max(1, Math.ceil((until - now) / 1000)));

/** What was counted so far and until when: nothing once that time is over. */
const counted = (
  row: { readonly tries: number; readonly ends_at: number | null } | undefined,
  now: number,
  ms: number,
) =>
  row && row.ends_at !== null && row.ends_at > now
    ? { tries: row.tries, endsAt: row.ends_at }
    : { tries: 0, endsAt: now + ms };

/** Counts a try before anything is hashed, so that many at once are no more than their number. */
async function begin(tx: Tx, linkId: string, sender: string, now: number): Promise<void> {
  const link = await findLink(tx, linkId);
  if (!link) throw new ProductError('LINK_NOT_FOUND');
  if (link.locked_until !== null && link.locked_until > now) throw locked(link.locked_until, now);
  const own = counted(await findTry(tx, linkId, sender), now, SENDER.ms);
  if (own.tries >= SENDER.tries) throw locked(own.endsAt, now);
  const all = counted({ tries: link.tries, ends_at: link.tries_end_at }, now, LINK.ms);
  if (all.tries >= LINK.tries) throw locked(all.endsAt, now);
  await keepTry(tx, {
    link_id: linkId,
    sender,
    tries: own.tries + 1,
    ends_at: own.tries + 1 === SENDER.tries ? now + SENDER.ms : own.endsAt,
  });
  await updateLink(tx, link, { tries: all.tries + 1, tries_end_at: all.endsAt });
}

/** It was right after all. */
async function takeBack(tx: Tx, linkId: string, sender: string): Promise<void> {
  const link = await findLink(tx, linkId);
  const own = await findTry(tx, linkId, sender);
  if (own) await keepTry(tx, { ...own, tries: Math.max(0, own.tries - 1) });
  if (link) await updateLink(tx, link, { tries: Math.max(0, link.tries - 1) });
}

/** After the last of many wrong ones no one is let in for an hour. */
async function lockIfTooMany(tx: Tx, linkId: string, now: number): Promise<void> {
  const link = await findLink(tx, linkId);
  if (!link || link.tries < LINK.tries) return;
  if (link.locked_until === null || link.locked_until <= now)
    await updateLink(tx, link, { locked_until: now + LINK.ms, tries: 0, tries_end_at: null });
}

/** Throws WRONG_LINK_PASSWORD, and after a few LINK_LOCKED. */
export async function checkLinkPassword(
  { db, secret }: Pick<Links, 'db' | 'secret'>,
  link: LinkRow,
  password: string | null | undefined,
  address: string,
): Promise<void> {
  if (link.password_hash === null) return;
  if (password === undefined || password === null || password === '') {
    if (link.locked_until !== null && link.locked_until > Date.now())
      throw locked(link.locked_until, Date.now());
    throw new ProductError('WRONG_LINK_PASSWORD');
  }
  const hash = link.password_hash;
  await tries.run(link.id, () => tryPassword({ db, secret }, link, hash, password, address));
}

/** Counts the try, and takes it back when the password is right. */
async function tryPassword(
  { db, secret }: Pick<Links, 'db' | 'secret'>,
  link: LinkRow,
  hash: string,
  password: string,
  address: string,
): Promise<void> {
  // A renewed link begins anew.
  const { id, generation } = link;
  const network = limitKeysOf({ address }).own;
  const sender = keyed(secret, 'link try', id, String(generation), network);
  await transact(db, (tx) => begin(tx, link.id, sender, Date.now()));
  let isRight = false;
  try {
    isRight = await verifyPassword(hash, password, { from: turnOf(address) });
  } catch (error) {
    // Too many wait for their turn: nothing was tried.
    await transact(db, (tx) => takeBack(tx, link.id, sender));
    throw error;
  }
  if (isRight) {
    await transact(db, (tx) => takeBack(tx, link.id, sender));
    return;
  }
  await transact(db, (tx) => lockIfTooMany(tx, link.id, Date.now()));
  throw new ProductError('WRONG_LINK_PASSWORD');
}
