import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, transact, type Db } from '../../server/src/database/database.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { createClip } from '../../server/src/modules/clips/clip-changes.ts';
import { type Person, signUp } from '../../server/testing/factories.ts';

export interface Seeded {
  readonly dataDir: string;
  readonly person: Person;
  readonly clipIds: string[];
}

const SECRET = 'a secret for measurements only, 32 bytes or more';
export const seedEnvironment = (seeded: Seeded) => ({ DATA_DIR: seeded.dataDir, APP_SECRET: SECRET });

const WORDS =
  'release notes meeting train ticket invoice platform password kitchen garden deploy branch socket index cache letter number window river'.split(
    ' ',
  );
const BATCH = 1000;

/** Some 200 bytes of words, different for each clip and the same in every run. */
const contentOf = (index: number): string =>
  `clip ${index} ${Array.from({ length: 28 }, (_, at) => WORDS[(index * 31 + at * 17 + (index >> 3)) % WORDS.length]).join(' ')}`;

async function addClips(db: Db, userId: string, count: number): Promise<string[]> {
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

/** A data folder with one person's clips, and as many people with ten clips each as asked for. */
export async function seed({ clips, others = 0 }: { clips: number; others?: number }): Promise<Seeded> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-bench-'));
  const store = openStore({ DATA_DIR: dataDir, DATABASE_URL: undefined }, () => {});
  await migrate(store.db);
  const person = await signUp({ store });
  for (let other = 0; other < others; other++) await addClips(store.db, (await signUp({ store })).user.id, 10);
  const clipIds = await addClips(store.db, person.user.id, clips);
  await store.close();
  return { dataDir, person, clipIds };
}

export const discard = (seeded: Seeded) => rmSync(seeded.dataDir, { recursive: true, force: true });
