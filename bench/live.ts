import { compared, type Benchmark, type Row } from './support/benchmark.ts';
import { send } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { interleave, quantile } from './support/statistics.ts';
import { clipViewer, plainViewer, type Viewer } from './support/viewer.ts';

const ROUNDS = 5;
const SAVES = 60;
const VIEWERS = [1, 100, 1000];

/** Ms from the owner's request to each viewer's socket, over many saves. */
async function delays(
  viewers: readonly Viewer[],
  save: (content: string) => Promise<unknown>,
  label: string,
): Promise<number[]> {
  const result: number[] = [];
  for (let turn = 0; turn < SAVES; turn++) {
    const mark = `${label}-${turn}-${'x'.repeat(1000)}`;
    let missing = viewers.length;
    const start = performance.now();
    const arrived = new Promise<void>((resolve) => {
      for (const viewer of viewers) {
        viewer.onNews = (text, at) => {
          if (!text.includes(mark)) return;
          result.push(at - start);
          missing -= 1;
          if (missing === 0) resolve();
        };
      }
    });
    await Promise.all([save(mark), arrived]);
  }
  return result;
}

export const live: Benchmark = {
  name: 'live',
  gain: 'A viewer sees an edit the moment it is saved, however many watch.',
  async run() {
    const seeded = await seed({ clips: 10 });
    const environment = seedEnvironment(seeded);
    const ours = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      environment,
    );
    const theirs = await startMeasured(new URL('peers/live.ts', import.meta.url), environment);
    const json = { 'content-type': 'application/json' };
    const clipId = seeded.clipIds[0] as string;
    const put = (url: string, headers: Record<string, string>) => (content: string) =>
      send(url, { method: 'PUT', headers, body: JSON.stringify({ content }) });
    const saveOurs = put(`${ours.url}/api/clipboard/${clipId}`, {
      ...json,
      ...seeded.person.headers,
    });
    const saveTheirs = put(`${theirs.url}/${clipId}`, json);
    const rows: Row[] = [];
    const viewers: { ours: Viewer[]; theirs: Viewer[] } = { ours: [], theirs: [] };
    let label = 0;
    try {
      for (const count of VIEWERS) {
        while (viewers.ours.length < count) {
          viewers.ours.push(await clipViewer(ours.url, clipId));
          viewers.theirs.push(await plainViewer(`${theirs.url}/${clipId}`));
        }
        const measured = await interleave(
          ROUNDS,
          () => delays(viewers.ours, saveOurs, `ours-${label++}`),
          () => delays(viewers.theirs, saveTheirs, `theirs-${label++}`),
        );
        for (const [name, share, goal] of [
          ['p50', 0.5, '≤ 2'],
          ['p99', 0.99, '≤ 3'],
        ] as const) {
          const each = (rounds: readonly number[][]) =>
            rounds.map((round) => quantile(round, share));
          const row = {
            what: `save to viewer, ${count} watching, ${name}`,
            against: 'durable update and bare ws by hand',
            unit: 'ms',
            goal,
          };
          const { spread } = compared(row, {
            ours: each(measured.ours),
            theirs: each(measured.theirs),
          });
          // Of all rounds together: a round is too short for its slowest hundredth.
          const [mine, limit] = [
            quantile(measured.ours.flat(), share),
            quantile(measured.theirs.flat(), share),
          ];
          rows.push({ ...row, ours: mine, limit, ratio: mine / limit, ...(spread && { spread }) });
        }
      }
    } finally {
      for (const viewer of [...viewers.ours, ...viewers.theirs]) viewer.close();
      await Promise.all([ours.stop(), theirs.stop()]);
      discard(seeded);
    }
    return rows;
  },
};
