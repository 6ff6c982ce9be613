import type pg from 'pg';

const patience = {
  lookMs: 1000,
  /** A connection in use for this long works on something long, or is dead and was not closed. */
  longMs: 5000,
  answerMs: 5000,
};

async function isResponding(
  Client: typeof pg.Client,
  connectionString: string,
  ms: number,
): Promise<boolean> {
  const probe = new Client({
    connectionString,
    connectionTimeoutMillis: ms,
    query_timeout: ms,
    application_name: 'clipline probe',
  });
  // Without a listener its end would be the end of the process.
  probe.on('error', () => {});
  try {
    await probe.connect();
    await probe.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    // One that does not answer does not say goodbye either.
    void probe.end().catch(() => {});
  }
}

/**
 * Ends connections in use when PostgreSQL is silent: packets can get lost for a quarter of an hour
 * before the system gives a connection up, and a caller who waits for a result would wait as long.
 * How long a query takes says nothing, as some are long; so a new connection asks instead.
 */
export function endWhenSilent(
  pool: pg.Pool,
  Client: typeof pg.Client,
  connectionString: string,
  { lookMs, longMs, answerMs } = patience,
): void {
  const since = new Map<pg.PoolClient, number>();
  let asking: Promise<void> | undefined;
  pool.on('acquire', (client) => since.set(client, performance.now()));
  pool.on('release', (_error, client) => since.delete(client));

  async function ask(): Promise<void> {
    const began = performance.now();
    if (await isResponding(Client, connectionString, answerMs)) return;
    // Its public type has no end(), which the pool offers for idle ones only.
    for (const [client, at] of since)
      if (at < began - longMs) void (client as pg.PoolClient & pg.Client).end().catch(() => {});
  }
  const timer = setInterval(() => {
    if (pool.ended) return clearInterval(timer);
    const oldest = Math.min(...since.values());
    if (performance.now() - oldest > longMs) asking ??= ask().finally(() => (asking = undefined));
  }, lookMs);
  timer.unref();
}
