import { type Benchmark, compared, type Row } from './support/benchmark.ts';
import { send } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { interleave } from './support/statistics.ts';
import { clipViewer, plainViewer, type Viewer } from './support/viewer.ts';

const ROUNDS = 5;
const VIEWERS = [100, 1000, 5000];
/** Deliveries of a round, so that small and large channels are measured equally well. */
const DELIVERIES = 20_000;
const AT_ONCE = 50;

interface Side {
  readonly server: MeasuredProcess;
  readonly viewers: Viewer[];
  readonly save: (clip: string, content: string) => Promise<unknown>;
}

/** Waits until every viewer has the news. */
function seenBy(viewers: readonly Viewer[], mark: string): Promise<void> {
  return new Promise((resolve) => {
    let missing = viewers.length;
    for (const viewer of viewers)
      viewer.onNews = (text) => {
        if (text.includes(mark) && --missing === 0) resolve();
      };
  });
}

export const fanout: Benchmark = {
  name: 'fanout',
  gain: 'A clip shown to a whole conference costs little more than the bytes that leave.',
  async run() {
    const seeded = await seed({ clips: 10 });
    const environment = seedEnvironment(seeded);
    const json = { 'content-type': 'application/json' };
    const [watched, alone] = seeded.clipIds as [string, string];
    const ourServer = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      environment,
    );
    const theirServer = await startMeasured(new URL('peers/live.ts', import.meta.url), environment);
    const put = (url: string, headers: Record<string, string>, content: string) =>
      send(url, {
        method: 'PUT',
        headers: { ...json, ...headers },
        body: JSON.stringify({ content }),
      });
    const ours: Side = {
      server: ourServer,
      viewers: [],
      save: (clip, content) =>
        put(`${ourServer.url}/api/clipboard/${clip}`, { ...seeded.person.headers }, content),
    };
    const theirs: Side = {
      server: theirServer,
      viewers: [],
      save: (clip, content) => put(`${theirServer.url}/${clip}`, {}, content),
    };
    let turn = 0;

    /** µs of CPU for one delivery: saves that are watched less as many that no one watches. */
    async function cost({ server, viewers, save }: Side, saves: number): Promise<number> {
      const spent = async (job: (mark: string) => Promise<unknown>) => {
        const before = await server.cpu();
        for (let index = 0; index < saves; index++) await job(`turn ${turn++} `);
        return (await server.cpu()) - before;
      };
      const text = (mark: string) => mark.padEnd(1024, 'x');
      const unwatched = await spent((mark) => save(alone, text(mark)));
      const seen = await spent((mark) =>
        Promise.all([seenBy(viewers, mark), save(watched, text(mark))]),
      );
      return (seen - unwatched) / saves / viewers.length;
    }

    const rows: Row[] = [];
    try {
      for (const count of VIEWERS) {
        for (let missing = count - ours.viewers.length; missing > 0; missing -= AT_ONCE) {
          const some = Array.from({ length: AT_ONCE });
          ours.viewers.push(
            ...(await Promise.all(some.map(() => clipViewer(ourServer.url, watched)))),
          );
          theirs.viewers.push(
            ...(await Promise.all(some.map(() => plainViewer(`${theirServer.url}/${watched}`)))),
          );
        }
        const saves = DELIVERIES / count;
        await Promise.all([cost(ours, saves), cost(theirs, saves)]);
        const measured = await interleave(
          ROUNDS,
          () => cost(ours, saves),
          () => cost(theirs, saves),
        );
        rows.push(
          compared(
            {
              what: `1 kB to ${count} viewers`,
              against: 'bare ws, one pre-framed buffer',
              unit: 'µs CPU a delivery',
              goal: '≤ 1.8',
            },
            measured,
          ),
        );
      }
    } finally {
      for (const viewer of [...ours.viewers, ...theirs.viewers]) viewer.close();
      await Promise.all([ourServer.stop(), theirServer.stop()]);
      discard(seeded);
    }
    return rows;
  },
};
