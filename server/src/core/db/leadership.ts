import type pg from 'pg';

export interface Leadership {
  /** Runs the work on the one node that leads; on the others it does nothing. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  close(): Promise<void>;
}

const QUERY_MS = 5000;

/**
 * A leader that vanished without a word is noticed after some 25 s, or PostgreSQL would keep its
 * lock for hours.
 */
const KEEPALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';
/** One leader for each schema, as each holds an installation of its own. */
const LEADER_LOCK = `hashtext('clipline jobs'), hashtext(current_schema())`;
const LEAD = `select pg_try_advisory_lock(${LEADER_LOCK}) as leads`;

interface Candidate {
  readonly connectionString: string;
  client: pg.Client | undefined;
  leads: boolean;
  deciding: Promise<boolean> | undefined;
}

function drop(candidate: Candidate): void {
  const dropped = candidate.client;
  candidate.client = undefined;
  candidate.leads = false;
  // A connection that is gone cannot be ended.
  dropped?.end().catch(() => {});
}

async function connect(candidate: Candidate): Promise<pg.Client> {
  const { default: loaded } = await import('pg');
  const opened = new loaded.Client({
    connectionString: candidate.connectionString,
    connectionTimeoutMillis: QUERY_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    application_name: 'clipline jobs',
  });
  candidate.client = opened;
  opened.on('error', () => candidate.client === opened && drop(candidate));
  await opened.connect();
  await opened.query(KEEPALIVE);
  return opened;
}

async function decide(candidate: Candidate): Promise<boolean> {
  try {
    const asked = candidate.client ?? (await connect(candidate));
    if (candidate.leads) {
      await asked.query('select 1');
      return candidate.leads;
    }
    const { rows } = await asked.query<{ leads: boolean }>(LEAD);
    candidate.leads = candidate.client === asked && rows[0]?.leads === true;
    return candidate.leads;
  } catch (error) {
    drop(candidate);
    throw error;
  }
}

/**
 * One node at a time leads: the one whose connection holds an advisory lock, which PostgreSQL frees
 * with the connection, however that ends. The others ask again each time they would have work.
 */
export function createLeadership(connectionString: string): Leadership {
  const candidate: Candidate = {
    connectionString,
    client: undefined,
    leads: false,
    deciding: undefined,
  };
  return {
    async exclusively(work) {
      candidate.deciding ??= decide(candidate).finally(() => (candidate.deciding = undefined));
      if (await candidate.deciding) await work();
    },
    async close() {
      await candidate.deciding?.catch(() => {});
      await candidate.client?.end().catch(() => {});
      candidate.client = undefined;
    },
  };
}
