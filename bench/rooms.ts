import { setTimeout as delay } from 'node:timers/promises';
import { type Benchmark, compared, type Row } from './support/benchmark.ts';
import { repeat, send, timed } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seedEnvironment } from './support/seed.ts';
import { RARE_WORD, type SeededRoom, seedRooms } from './support/seed-rooms.ts';
import { interleave, median } from './support/statistics.ts';
import { type RoomViewer, roomViewer } from './support/viewer.ts';

const ROUNDS = 5;
const REQUESTS = 300;
const WARM_UP = 600;
/** Of one person: more reads over many rows than these would be refused. */
const CONCURRENCY = 4;
/** In a busy room lists are told once in so long. */
const LISTS_MS = 1100;
const LARGE = { items: 20_000, members: 200 };

export const rooms: Benchmark = {
  name: 'rooms',
  gain: 'A room that a company has used for years opens, takes and finds as quickly as a new one.',
  async run() {
    // The third room returns as many members and items as the large one, and differs only in what
    // it does not show.
    const sizes = [LARGE, { items: 20, members: 20 }, { items: 50, members: LARGE.members }];
    const seeded = await seedRooms(sizes);
    const [large, small, even] = seeded.rooms as [SeededRoom, SeededRoom, SeededRoom];
    const server = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      seedEnvironment(seeded),
    );
    const json = { 'content-type': 'application/json' };
    const get = (query: string) => (room: SeededRoom) =>
      send(`${server.url}/api/rooms/${room.id}${query}`, { headers: { ...room.owner.headers } });
    const add = (room: SeededRoom) =>
      send(`${server.url}/api/rooms/${room.id}/content`, {
        method: 'POST',
        headers: { ...json, ...room.owner.headers },
        body: JSON.stringify({ content: 'something new', type: 'text' }),
      });
    const cases = [
      { what: 'open', other: small, call: get('') },
      { what: 'open', other: even, call: get('') },
      { what: 'a page of 20', other: small, call: get('/content?pageSize=20') },
      { what: 'filter by type', other: small, call: get('/content?pageSize=20&type=text') },
      {
        what: 'filter by a month',
        other: small,
        call: get('/content?pageSize=20&dateRange=month'),
      },
      {
        what: 'search for a word of one item',
        other: small,
        call: get(`/content?pageSize=20&search=${RARE_WORD}`),
      },
      {
        what: 'search for a word of every item',
        other: small,
        call: get('/content?pageSize=20&search=kitchen'),
      },
      { what: 'add', other: small, call: add },
    ];
    const cost = async (call: (room: SeededRoom) => Promise<unknown>, room: SeededRoom) => {
      const before = await server.cpu();
      await repeat(REQUESTS, CONCURRENCY, () => call(room));
      return ((await server.cpu()) - before) / REQUESTS;
    };
    const rows: Row[] = [];
    const viewers: RoomViewer[] = [];
    /** One item added while all members have the room open. */
    async function addSeen(): Promise<{ cpu: number; bytes: number; ms: number }> {
      let missing = viewers.length;
      const shown = new Promise<void>((resolve) => {
        for (const viewer of viewers)
          viewer.onShown = () => {
            viewer.onShown = () => {};
            if (--missing === 0) resolve();
          };
      });
      const spent = async (job: () => Promise<unknown>) => {
        const before = await server.cpu();
        await job();
        // Lists are told of it too.
        await delay(LISTS_MS);
        return ((await server.cpu()) - before) / 1000;
      };
      const idle = await spent(async () => {});
      for (const viewer of viewers) viewer.bytes();
      let ms = 0;
      const busy = await spent(async () => {
        ms = await timed(() => Promise.all([add(even), shown]));
      });
      return {
        cpu: busy - idle,
        bytes: viewers.reduce((sum, viewer) => sum + viewer.bytes(), 0) / 1e6,
        ms,
      };
    }
    try {
      for (const { session } of even.people)
        viewers.push(await roomViewer(server.url, even.id, session.access_token));
      await delay(1500);
      const adds: { cpu: number; bytes: number; ms: number }[] = [];
      for (let turn = 0; turn < 2 * ROUNDS; turn++) adds.push(await addSeen());
      const about = `an item added to a room that ${LARGE.members} have open`;
      const seen = adds.slice(ROUNDS);
      rows.push(
        {
          what: `${about}: processor time`,
          against: 'what is promised',
          unit: 'ms',
          ours: median(seen.map(({ cpu }) => cpu)),
          goal: '≤ 12 ms',
        },
        {
          what: `${about}: all who look receive`,
          against: 'what is promised',
          unit: 'MB',
          ours: median(seen.map(({ bytes }) => bytes)),
          goal: '≤ 0.5 MB',
        },
        {
          what: `${about}: until the last sees it`,
          against: 'what is promised',
          unit: 'ms',
          ours: median(seen.map(({ ms }) => ms)),
          goal: '≤ 30 ms',
        },
      );
      for (const viewer of viewers) viewer.close();
      for (const { what, other, call } of cases) {
        await repeat(WARM_UP, CONCURRENCY, () => call(other));
        const measured = await interleave(
          ROUNDS,
          () => cost(call, large),
          () => cost(call, other),
        );
        const { items, members } =
          other === small ? { items: 20, members: 20 } : { items: 50, members: LARGE.members };
        rows.push(
          compared(
            {
              what: `${what}, ${LARGE.items.toLocaleString('en')} items and ${LARGE.members} members`,
              against: `${items} items and ${members} members`,
              unit: 'µs CPU a request',
              goal: '≤ 1.5',
            },
            measured,
          ),
        );
      }
    } finally {
      for (const viewer of viewers) viewer.close();
      await server.stop();
      discard(seeded);
    }
    return rows;
  },
};
