import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** PostgreSQL keeps what it prepared for each name on each connection, some ten kB. */
const MAX_NAMES = 300;
/** A longer one was made for one occasion, such as a list of many ids. */
const MAX_LENGTH = 4000;
/** Statements seen once; forgotten when there are so many. */
const MAX_SEEN = 2000;

/** PostgreSQL ends a statement whose columns a migration changed since it was prepared. */
export const isOutdatedStatement = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === '0A000' && message === 'cached plan must not change result type';
};
const isAborted = (error: unknown) => (error as { code?: unknown } | null)?.code === '25P02';

interface Names {
  nameOf(text: string): string | undefined;
  /** From here on every statement is prepared anew. */
  renew(): void;
}

/**
 * Gives names to the statements that come again, so that PostgreSQL parses and prepares them once.
 */
export function createNames(): Names {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let generation = 0;
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined || names.size >= MAX_NAMES || text.length > MAX_LENGTH) return known;
      if (!seen.has(text)) {
        if (seen.size >= MAX_SEEN) seen.clear();
        seen.add(text);
        return undefined;
      }
      seen.delete(text);
      const name = `c${generation}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew() {
      generation++;
      names.clear();
    },
  };
}

async function query(
  names: Names,
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
) {
  const ask = () => {
    const name = names.nameOf(text);
    return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  };
  try {
    return await ask();
  } catch (error) {
    if (!isOutdatedStatement(error)) throw error;
    names.renew();
    return ask().catch((again: unknown) => {
      // Inside a transaction only the whole of it can be run again.
      throw isAborted(again) ? error : again;
    });
  }
}

const withNamesOn = (names: Names, client: pg.PoolClient) =>
  ({
    query: (text: string, values: readonly unknown[]) => query(names, client, text, values),
    release: (destroy?: boolean) => client.release(destroy),
  }) as unknown as PostgresPoolClient;

/**
 * The pool as Kysely uses it, with a name for each statement. Names live as long as their
 * connection: that goes through PgBouncer in session mode, as transactions do.
 */
export function withNames(pool: pg.Pool): PostgresPool {
  const names = createNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? withNamesOn(names, client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
