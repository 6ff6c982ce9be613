import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact, type Tx } from '../db/database.ts';
import { keyed } from '../ids.ts';
import { doOnce, type Once } from '../once.ts';
import { DAY_MS } from '../time.ts';

const MAX_KEY_LENGTH = 255;

export interface SentFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A call that names a key; the file that comes with it is asked for only where the key is known. */
export type Repeatable = (sent: () => Promise<SentFile | undefined>) => Once;

/** Not even a keyed hash is kept of what a user signs in with. */
const SECRET_FIELDS = new Set(['password', 'new_password']);
const withoutSecrets = (name: string, value: unknown): unknown =>
  SECRET_FIELDS.has(name) ? undefined : value;

const NO_FILE: SentFile = { name: '', size: 0, sha256: '', fields: {} };

export function repeatableOf(
  secret: string,
  header: string | undefined,
  caller: { readonly as: string; readonly userId: string | null; readonly place?: string },
  route: string,
  body: unknown,
): Repeatable | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.length > MAX_KEY_LENGTH) throw new ProductError('INVALID_REQUEST');
  const key = keyed(secret, 'idempotency key', caller.as, route.split('?', 1)[0] ?? '', header);
  return (sent) => ({
    key: caller.place === undefined ? key : `${caller.place} ${key}`,
    userId: caller.userId,
    async fingerprint() {
      const { name, size, sha256, fields } = (await sent()) ?? NO_FILE;
      return keyed(
        secret,
        'idempotency fingerprint',
        JSON.stringify(body ?? null, withoutSecrets),
        JSON.stringify([
          name,
          size,
          sha256,
          Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ]),
      );
    },
  });
}

/** Creates something; a repeat within a day is answered as the first call was. */
export const createOnce = <T>(
  db: Db,
  once: Once | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  transact(db, async (tx) => {
    if (!once) return work(tx);
    const { outcome } = await doOnce(tx, once, async () => ({
      clip_id: null,
      reply: JSON.stringify(await work(tx)),
      forget_at: Date.now() + DAY_MS,
    }));
    return JSON.parse(outcome.reply) as T;
  });
