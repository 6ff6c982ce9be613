import { call, cost, JSON_TYPE, repeat, send } from './support/calls.ts';
import { each, measure, median, type Sides } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson } from './support/people.ts';
import { type Program, startBuilds, startPeer } from './support/programs.ts';
import { plainViewer, seenBy, several, type Viewer, viewer } from './support/viewer.ts';

/** The first is the one that viewers have open. */
const CLIPS = sized(1000);
const SAVES = sized(1000);
const WATCHED_SAVES = sized(60);
/** Of a round, so that few and many viewers are measured equally well. */
const DELIVERIES = sized(20_000);

interface Side {
  readonly program: Program;
  readonly viewers: Viewer[];
  readonly open: () => Promise<Viewer>;
  readonly save: (clip: number, content: string) => Promise<unknown>;
}

let turn = 0;
const nextMark = () => `turn ${(turn += 1)} `;
/** 1 kB. */
const textWith = (mark: string) => mark.padEnd(1024, 'x');

/** µs of each of so many saves, of which some are under way at once; no one watches. */
const unwatched = async ({ program, save }: Side, times: number, atOnce: number) =>
  (await cost(program, () =>
    repeat(times, atOnce, (index) => save(1 + (index % (CLIPS - 1)), textWith(nextMark()))),
  )) / times;

const saveSeen = async ({ viewers, save }: Side, note?: (at: number) => void) => {
  const mark = nextMark();
  await Promise.all([seenBy(viewers, mark, note), save(0, textWith(mark))]);
};

/** Ms from the owner's request to the socket of a viewer. */
async function delay(side: Side): Promise<number> {
  const delays: number[] = [];
  await repeat(WATCHED_SAVES, 1, () => {
    const start = performance.now();
    return saveSeen(side, (at) => delays.push(at - start));
  });
  return median(delays);
}

/** µs of one delivery: saves that are watched less as many that no one watches. */
async function delivery(side: Side): Promise<number> {
  const times = Math.ceil(DELIVERIES / side.viewers.length);
  const alone = await unwatched(side, times, 1);
  const seen = await cost(side.program, () => repeat(times, 1, () => saveSeen(side)));
  return (seen / times - alone) / side.viewers.length;
}

export async function saves(): Promise<void> {
  const { sides, seeded } = await startBuilds(async (product) => {
    const person = await addPerson(product);
    return { person, ids: await addClips(product, person, CLIPS) };
  });
  const { person, ids } = seeded;
  const peer = await startPeer(new URL('peers/live.ts', import.meta.url));
  const all: Sides<Side> = {
    ...(await each(sides, (program) => ({
      program,
      viewers: [],
      open: () => viewer(program.url, { join: ['join:clip', { clipId: ids[0] }] }),
      save: (clip: number, content: string) =>
        call(program, person, `PUT /clipboard/${ids[clip]}`, { content }),
    }))),
    'by hand': {
      program: peer,
      viewers: [],
      open: () => plainViewer(`${peer.url}/0`),
      save: (clip, content) => {
        const body = JSON.stringify({ content });
        return send(`${peer.url}/${clip}`, { method: 'PUT', headers: JSON_TYPE, body });
      },
    },
  };
  const row = { unit: 'µs CPU', goal: '≤ 2.3' };
  await measure('a save that nobody watches', row, all, (side) => unwatched(side, SAVES, 1));
  await measure('each of 32 saves at once', row, all, (side) => unwatched(side, SAVES, 32));
  for (const count of [1, sized(100), sized(1000)]) {
    for (const { viewers, open } of Object.values(all))
      viewers.push(...(await several(count - viewers.length, open)));
    const what = `save to the viewer, ${count} watching, p50`;
    await measure(what, { unit: 'ms', goal: '≤ 2' }, all, delay);
    if (count > 1)
      await measure(`1 kB to each of ${count} viewers`, { ...row, goal: '≤ 2.2' }, all, delivery);
  }
}
