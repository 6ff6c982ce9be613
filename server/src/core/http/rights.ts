import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact, type Tx } from '../db/database.ts';
import type { CurrentUser, IdentifySession } from './current-user.ts';

/** What a module asks of a caller, beyond what the contract does: throws to refuse. */
export type Check = (user: CurrentUser | null) => void;

/** Runs work in one transaction. */
export type Change = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What a call rests on, looked up when its headers came and again where it writes. */
export interface Rights {
  /** Throws UNAUTHORIZED, or what a check that was ensured throws. */
  check(db: Db): Promise<void>;
  ensure(check: Check): void;
  within<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T>;
  readonly change: Change;
}

export function rightsOf(
  store: Db,
  identifySession: IdentifySession,
  user: CurrentUser | null,
): Rights {
  const ensured: Check[] = [];
  async function check(db: Db): Promise<void> {
    if (!user) return;
    const now = await identifySession(db, user.sessionId);
    if (!now) throw new ProductError('UNAUTHORIZED');
    for (const each of ensured) each(now);
  }
  const within: Rights['within'] = (work) => async (tx) => {
    await check(tx);
    return work(tx);
  };
  return {
    check,
    within,
    change: (work) => transact(store, within(work)),
    ensure(each) {
      each(user);
      ensured.push(each);
    },
  };
}
