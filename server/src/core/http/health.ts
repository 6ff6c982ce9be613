import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import { isStoreUnavailable } from '../db/errors.ts';
import { isUpToDate, type Migrations } from '../db/migrate.ts';
import { keepDone } from '../once.queries.ts';

/** Probes come from everywhere and each writes: within this time they share one answer. */
const FRESH_MS = 1000;
const PATIENCE_MS = 5000;
/** Less: a monitor gives up after a second or two, and must not take the node for dead. */
const OPTIONAL_PATIENCE_MS = 1000;

export type Check = () => Promise<void>;

export interface HealthChecks {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

type Finding = { ok: true } | { ok: false; cause: string };
export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly checks: Readonly<Record<string, Finding>>;
}

/** Errors name addresses and paths, and the caller may be a stranger. */
function causeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  if (error instanceof NotReady) return message ?? '';
  if (typeof code === 'string') return code;
  return isStoreUnavailable(error) ? 'UNREACHABLE' : 'failed';
}

class NotReady extends Error {}

async function inTime(check: Check, ms: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotReady(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    await Promise.race([check(), late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, cause: causeOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function runAll(checks: HealthChecks['required'], ms: number) {
  const findings = Object.entries(checks).map(async ([name, check]): Promise<[string, Finding]> => [
    name,
    await inTime(check, ms),
  ]);
  const found = Object.fromEntries(await Promise.all(findings));
  return { found, isFailed: Object.values(found).some(({ ok }) => !ok) };
}

export async function readiness({ required, optional = {} }: HealthChecks): Promise<Readiness> {
  const [needed, extra] = await Promise.all([
    runAll(required, PATIENCE_MS),
    runAll(optional, OPTIONAL_PATIENCE_MS),
  ]);
  return {
    status: needed.isFailed ? 'unavailable' : extra.isFailed ? 'degraded' : 'ready',
    checks: { ...needed.found, ...extra.found },
  };
}

/** The store takes a write. The row is one that the removal of old responses clears away. */
export const storeIsWritable =
  (db: Db): Check =>
  async () => {
    await keepDone(db, {
      key: 'readiness',
      user_id: null,
      fingerprint: '',
      clip_id: null,
      reply: '',
      forget_at: Date.now(),
    });
  };

export const schemaIsCurrent =
  (db: Db, migrations: Migrations): Check =>
  async () => {
    if (!(await isUpToDate(db, migrations)))
      throw new NotReady('the store has another version than this program');
  };

export const diskIsWritable =
  (folder: string): Check =>
  async () => {
    const probe = path.join(folder, `.ready-${process.pid}`);
    try {
      await writeFile(probe, Buffer.alloc(4096, 1), { mode: 0o600, flush: true });
    } finally {
      await rm(probe, { force: true });
    }
  };

export function serveHealth(server: FastifyInstance, checks: HealthChecks): void {
  // Where a proxy is not known as one, all visitors together must not make a node look unwell.
  const uncounted = { config: { isCountedAsPage: false } };
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  server.get('/healthz', uncounted, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  server.get('/readyz', uncounted, async (_request, reply) => {
    const now = performance.now();
    if (!latest || now - latest.at >= FRESH_MS) latest = { at: now, answer: readiness(checks) };
    const answer = await latest.answer;
    return reply
      .code(answer.status === 'unavailable' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(answer);
  });
}
