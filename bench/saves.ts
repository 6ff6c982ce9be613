import { compared, type Benchmark, type Row } from './support/benchmark.ts';
import { repeat, send, timed } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { contentOf, discard, seed, seedEnvironment } from './support/seed.ts';
import { interleave, quantile } from './support/statistics.ts';

const ROUNDS = 5;
const SAVES = 2000;
const CONCURRENCY = 32;
/** By one who saves while others do not. */
const LONE_SAVES = 300;

interface Round {
  readonly rate: number;
  /** Ms of each save. */
  readonly times: readonly number[];
}

/** Runs one save after the other on each of the connections. */
async function round(
  save: (index: number) => Promise<unknown>,
  saves = SAVES,
  connections = CONCURRENCY,
): Promise<Round> {
  const times: number[] = [];
  const all = await timed(() =>
    repeat(saves, connections, async (index) => times.push(await timed(() => save(index)))),
  );
  return { rate: (saves / all) * 1000, times };
}

export const saves: Benchmark = {
  name: 'saves',
  gain: 'Many people can save at the same moment, and reading does not wait for it.',
  async run() {
    const seeded = await seed({ clips: 1000 });
    const environment = seedEnvironment(seeded);
    const ours = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      environment,
    );
    const theirs = await startMeasured(new URL('peers/live.ts', import.meta.url), environment);
    const headers = { 'content-type': 'application/json', ...seeded.person.headers };
    let turn = 0;
    const body = () => JSON.stringify({ content: contentOf((turn += 1)) });
    const clip = (index: number) => seeded.clipIds[index % seeded.clipIds.length] as string;
    const update = (index: number) =>
      send(`${ours.url}/api/clipboard/${clip(index)}`, { method: 'PUT', headers, body: body() });
    const create = () =>
      send(`${ours.url}/api/clipboard`, { method: 'POST', headers, body: body() });
    const bare = () => send(`${theirs.url}/${turn}`, { method: 'PUT', headers, body: body() });
    const read = (index: number) => send(`${ours.url}/api/clipboard/${clip(index)}`, { headers });
    const rows: Row[] = [];
    try {
      for (const [what, save, goal] of [
        ['PUT', update, '≥ 0.3'],
        ['POST', create, '≥ 0.3'],
      ] as const) {
        await round(save);
        const measured = await interleave(
          ROUNDS,
          () => round(save),
          () => round(bare),
        );
        const { ours: own, theirs: limit } = measured;
        const against = 'a durable insert or update by hand';
        const label = `${what} of a clip, ${CONCURRENCY} connections`;
        const each = (of: (one: Round) => number) => ({
          ours: own.map(of),
          theirs: limit.map(of),
        });
        rows.push(
          compared(
            { what: label, against, unit: 'a second', goal },
            each(({ rate }) => rate),
          ),
          compared(
            { what: `${label}, p99`, against, unit: 'ms' },
            each(({ times }) => quantile(times, 0.99)),
          ),
        );
        const lone = await interleave(
          ROUNDS,
          () => round(save, LONE_SAVES, 1),
          () => round(bare, LONE_SAVES, 1),
        );
        for (const [name, share] of [
          ['p50', 0.5],
          ['p99', 0.99],
        ] as const) {
          const of = (rounds: readonly Round[]) => [
            quantile(
              rounds.flatMap(({ times }) => times),
              share,
            ),
          ];
          rows.push(
            compared(
              { what: `${what} of a clip, one connection, ${name}`, against, unit: 'ms' },
              { ours: of(lone.ours), theirs: of(lone.theirs) },
            ),
          );
        }
      }
      const reading = await interleave(
        ROUNDS,
        async () => {
          const times: number[] = [];
          let isOver = false;
          await Promise.all([
            round(update).finally(() => (isOver = true)),
            (async () => {
              for (let index = 0; !isOver; index++) times.push(await timed(() => read(index)));
            })(),
          ]);
          return times;
        },
        async () => (await round(update)).times,
      );
      rows.push({
        what: `GET a clip while ${CONCURRENCY} connections save, p99`,
        against: 'those saves',
        unit: 'ms',
        ours: quantile(reading.ours.flat(), 0.99),
        limit: quantile(reading.theirs.flat(), 0.99),
        ratio: quantile(reading.ours.flat(), 0.99) / quantile(reading.theirs.flat(), 0.99),
      });
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
      discard(seeded);
    }
    return rows;
  },
};
