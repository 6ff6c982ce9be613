import { setTimeout as delay } from 'node:timers/promises';
import { measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson } from './support/people.ts';
import { startBuilds } from './support/programs.ts';
import { several, viewer } from './support/viewer.ts';

const SOCKETS = sized(5000);
/** What began with the start has come to rest by then. */
const REST_MS = sized(10_000);
const KILOBYTE = 1024;

export async function memory(): Promise<void> {
  const { sides } = await startBuilds(async (product) =>
    addClips(product, await addPerson(product), 100),
  );
  await delay(REST_MS);
  const row = { rounds: 1, warmUp: 0 };
  await measure(
    'memory at rest',
    { ...row, unit: 'MB', goal: '≤ 140' },
    sides,
    async (program) => (await program.resident()) / KILOBYTE ** 2,
  );
  await measure(
    `memory of an idle socket, of ${SOCKETS.toLocaleString('en')}`,
    { ...row, unit: 'kB', goal: '≤ 22' },
    sides,
    async ({ url, resident }) => {
      // The first few pay for what all share.
      await several(50, () => viewer(url));
      const before = await resident();
      await several(SOCKETS, () => viewer(url));
      return ((await resident()) - before) / SOCKETS / KILOBYTE;
    },
  );
}
