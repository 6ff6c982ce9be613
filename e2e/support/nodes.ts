import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { openStore } from '../../server/src/core/db/open.ts';
import { type Person, signUp } from '../../server/testing/factories.ts';
import { administer } from '../../server/testing/administer.ts';
import { type Product, startProduct } from './product.ts';

const databaseUrl = process.env['TEST_DATABASE_URL'];
const redisUrl = process.env['TEST_REDIS_URL'];
/** Whether the tests were given what several nodes need. */
export const canRunNodes = Boolean(databaseUrl && redisUrl);

/** Two processes that act as one, on a database of their own. */
export interface TwoNodes {
  readonly nodes: readonly [Product, Product];
  /** A person with an open session, written into the store. */
  readonly person: Person;
  dispose(): Promise<void>;
}

export async function startTwoNodes(environment: Record<string, string> = {}): Promise<TwoNodes> {
  const name = `clipline_test_${randomBytes(8).toString('hex')}`;
  const own = new URL(databaseUrl ?? '');
  own.pathname = `/${name}`;
  await administer(String(databaseUrl), `create database ${name}`);
  const shared = {
    DATABASE_URL: own.href,
    REDIS_URL: String(redisUrl),
    APP_SECRET: randomBytes(32).toString('base64url'),
    LOG_LEVEL: 'error',
    ...environment,
  };
  const nodes = await Promise.all([startProduct(shared), startProduct(shared)]);
  const store = openStore({ DATABASE_URL: own.href, DATA_DIR: tmpdir() }, () => {});
  const person = await signUp({ store });
  await store.close();
  return {
    nodes,
    person,
    async dispose() {
      await Promise.all(nodes.map((node) => node.dispose()));
      await administer(String(databaseUrl), `drop database if exists ${name} with (force)`);
    },
  };
}
