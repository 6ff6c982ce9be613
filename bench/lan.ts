import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectSocket, ask, closeSockets } from '../server/testing/sockets.ts';
import { openBrowser } from '../server/testing/desktops.ts';
import { upload } from '../server/testing/uploads.ts';
import type { Benchmark } from './support/benchmark.ts';
import { send } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { quantile } from './support/statistics.ts';
import { lanGuest, type Viewer } from './support/viewer.ts';

const TEXTS = 150;
const FILES = 50;
const GUESTS = 50;
const MOVES = 40;
/** To guests that get the whole board each time. */
const WHOLE_MOVES = 10;
/** As often as the screen saves a layout. */
const SAVE_MS = 500;
const DRAG_MS = 3000;

/**
 * Calls back for each guest whose desktop shows the mark: a position that no other move has; with
 * the length of what told so.
 */
function seen(
  guests: readonly Viewer[],
  mark: number,
  note: (at: number, bytes: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let missing = guests.length;
    for (const guest of guests) {
      guest.onNews = (text, at) => {
        if (!text.includes(`"position":{"x":${mark},`)) return;
        guest.onNews = () => {};
        note(at, Buffer.byteLength(text));
        if (--missing === 0) resolve();
      };
    }
  });
}

export const lan: Benchmark = {
  name: 'lan',
  gain: 'Fifty devices see a block move on a desktop of two hundred as it happens.',
  async run() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-bench-'));
    const server = await startMeasured(new URL('../server/src/main.ts', import.meta.url), {
      DATA_DIR: dataDir,
    });
    const guests: Viewer[] = [];
    try {
      const texts = Array.from(
        { length: TEXTS },
        (_, index) => `Block ${index} ${'of two hundred bytes '.repeat(9)}`,
      );
      const { headers, items } = await openBrowser(server, ...texts);
      for (let index = 0; index < FILES; index++)
        await upload(server, '/virtual-desktop/items/file', headers, {
          name: `photo ${index}.txt`,
          bytes: `${index}`,
        });
      const peerId = randomUUID();
      const host = await connectSocket(server.url, {
        headers,
        query: { type: 'lan_host', peerId },
      });
      await ask(host, 'lan:host:announce', {});
      const move = (x: number) =>
        send(`${server.url}/api/virtual-desktop/items/${items[0].id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ position: { x, y: 0 } }),
        });
      const delays: number[] = [];
      const sizes: number[] = [];
      const moveAndSee = async (mark: number) => {
        const start = performance.now();
        const all = seen(guests, mark, (at, bytes) => {
          delays.push(at - start);
          sizes.push(bytes);
        });
        await Promise.all([move(mark), all]);
        await delay(SAVE_MS);
      };
      const openGuests = async (itemNews: boolean) => {
        for (let index = 0; index < GUESTS; index++)
          guests.push(await lanGuest(server.url, peerId, itemNews));
      };
      /** Processor time of one move, with all that it causes, in ms. */
      const moveOften = async (from: number, moves: number) => {
        const before = await server.cpu();
        for (let mark = 1; mark <= moves; mark++) await moveAndSee(from + mark);
        return ((await server.cpu()) - before) / 1000 / moves;
      };

      await openGuests(false);
      const wholeMs = await moveOften(500, WHOLE_MOVES);
      const wholeBytes = quantile(sizes, 0.5);
      for (const guest of guests.splice(0)) guest.close();
      delays.length = 0;
      sizes.length = 0;
      await openGuests(true);
      const itemMs = await moveOften(1000, MOVES);

      const before = await server.cpu();
      const end = 9999;
      const start = performance.now();
      let released = 0;
      const ends: number[] = [];
      const all = seen(guests, end, (at) => ends.push(at - released));
      for (let x = 2000; performance.now() - start < DRAG_MS; x++) {
        void move(x);
        await delay(1000 / 60);
      }
      released = performance.now();
      await move(end);
      await all;
      const after = await server.cpu();
      const busy = (after - before) / 1000 / (performance.now() - start);
      return [
        {
          what: `one move to ${GUESTS} guests, p50`,
          against: '',
          unit: 'ms',
          ours: quantile(delays, 0.5),
        },
        {
          what: `one move to ${GUESTS} guests, p99`,
          against: '',
          unit: 'ms',
          ours: quantile(delays, 0.99),
          goal: '≤ 200',
        },
        {
          what: 'one move to a guest',
          against: 'the whole board to it',
          unit: 'bytes',
          ours: quantile(sizes, 0.5),
          limit: wholeBytes,
          ratio: quantile(sizes, 0.5) / wholeBytes,
        },
        {
          what: `one move to ${GUESTS} guests`,
          against: 'the whole board to them',
          unit: 'ms CPU',
          ours: itemMs,
          limit: wholeMs,
          ratio: itemMs / wholeMs,
        },
        {
          what: `end of a drag at 60 a second to ${GUESTS} guests, p99`,
          against: '',
          unit: 'ms',
          ours: quantile(ends, 0.99),
          goal: '≤ 200',
        },
        { what: 'processor during that drag', against: '', unit: 'cores', ours: busy },
      ];
    } finally {
      for (const guest of guests) guest.close();
      closeSockets();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
