import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrations } from '../../server/src/migrations/migrations.ts';
import { openStore, transact, type Db } from '../../server/src/platform/database/database.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { createClip } from '../../server/src/modules/clips/clips.changes.ts';
import { type Person, signUp } from '../../server/testing/factories.ts';

export interface Seeded extends Owner {
  readonly dataDir: string;
}

const SECRET = 'a secret for measurements only, 32 bytes or more';
export const seedEnvironment = (seeded: { dataDir: string }) => ({
  DATA_DIR: seeded.dataDir,
  APP_SECRET: SECRET,
});

const WORDS =
  'release notes meeting train ticket invoice platform password kitchen garden deploy branch socket index cache letter number window river'.split(
    ' ',
  );
const BATCH = 1000;

/** Some 200 bytes of words, different for each clip and the same in every run. */
export const contentOf = (index: number): string =>
  `clip ${index} ${Array.from({ length: 28 }, (_, at) => WORDS[(index * 31 + at * 17 + (index >> 3)) % WORDS.length]).join(' ')}`;

export async function addClips(db: Db, userId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  const start = Date.now() - count * 1000;
  for (let from = 0; from < count; from += BATCH) {
    await transact(db, async (tx) => {
      for (let index = from; index < Math.min(count, from + BATCH); index++) {
        ids.push((await createClip(tx, userId, contentOf(index), start + index * 1000)).id);
      }
    });
  }
  return ids;
}

export interface Owner {
  readonly person: Person;
  readonly clipIds: string[];
}

/**
 * A data folder with people who have so many clips each, and as many others with ten clips each as
 * asked for.
 */
export async function seedPeople(
  counts: readonly number[],
  others = 0,
): Promise<{ dataDir: string; owners: Owner[] }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-bench-'));
  const store = openStore({ DATA_DIR: dataDir, DATABASE_URL: undefined }, () => {});
  await migrate(store.db, migrations);
  for (let other = 0; other < others; other++)
    await addClips(store.db, (await signUp({ store })).user.id, 10);
  const owners: Owner[] = [];
  for (const clips of counts) {
    const person = await signUp({ store });
    owners.push({ person, clipIds: await addClips(store.db, person.user.id, clips) });
  }
  await store.close();
  return { dataDir, owners };
}

/** A data folder with one person's clips. */
export async function seed({ clips }: { clips: number }): Promise<Seeded> {
  const { dataDir, owners } = await seedPeople([clips]);
  return { dataDir, ...(owners[0] as Owner) };
}

export const discard = (seeded: { dataDir: string }) =>
  rmSync(seeded.dataDir, { recursive: true, force: true });
