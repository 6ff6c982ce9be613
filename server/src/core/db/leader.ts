import type pg from 'pg';
import { WAKE_CHANNEL } from './database.ts';

const QUERY_MS = 5000;
/** Else PostgreSQL would keep the lock of a leader that vanished for hours. */
const KEEPALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';
/** One leader for each schema, as each holds an installation of its own. */
const LEAD = `select pg_try_advisory_lock(hashtext('clipline jobs'), hashtext(current_schema())) as leads`;

/**
 * PostgreSQL frees the advisory lock of the one node that leads with its connection, however that
 * ends. The others ask again each time they would have work. Woken jobs are heard of by it too.
 */
export function createLeadership(
  connectionString: string,
  onWake: (job: string) => void = () => {},
) {
  let client: pg.Client | undefined;
  let leads = false;
  let deciding: Promise<boolean> | undefined;

  function drop(): void {
    client?.end().catch(() => {});
    [client, leads] = [undefined, false];
  }

  async function connect(): Promise<pg.Client> {
    const { default: loaded } = await import('pg');
    const opened = new loaded.Client({
      connectionString,
      connectionTimeoutMillis: QUERY_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
      application_name: 'clipline jobs',
    });
    client = opened;
    opened.on('error', () => client === opened && drop());
    opened.on('notification', ({ payload }) => onWake(payload ?? ''));
    await opened.connect();
    await opened.query(`${KEEPALIVE}; listen ${WAKE_CHANNEL}`);
    return opened;
  }

  async function decide(): Promise<boolean> {
    try {
      const asked = client ?? (await connect());
      if (leads) {
        await asked.query('select 1');
      } else {
        const { rows } = await asked.query<{ leads: boolean }>(LEAD);
        leads = client === asked && rows[0]?.leads === true;
      }
      return leads;
    } catch (error) {
      drop();
      throw error;
    }
  }

  return {
    async exclusively(work: () => Promise<void>): Promise<void> {
      deciding ??= decide().finally(() => (deciding = undefined));
      if (await deciding) await work();
    },
    async close(): Promise<void> {
      await deciding?.catch(() => {});
      await client?.end().catch(() => {});
      client = undefined;
    },
  };
}
