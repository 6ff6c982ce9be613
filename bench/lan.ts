import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from '../server/testing/desktops.ts';
import { ask, connectSocket } from '../server/testing/sockets.ts';
import { call } from './support/calls.ts';
import { each, measure, median } from './support/measure.ts';
import { sized } from './support/options.ts';
import { textOf } from './support/people.ts';
import { builds, freshFolder, startProduct } from './support/programs.ts';
import { seenBy, several, viewer } from './support/viewer.ts';

const BLOCKS = 200;
const GUESTS = sized(50);
/** As often as the screen saves a layout. */
const SAVE_MS = 500;

export async function lan(): Promise<void> {
  const sides = await each(builds, async (checkout) => {
    const program = await startProduct(checkout, freshFolder());
    const texts = Array.from({ length: BLOCKS }, (_, index) => textOf(index));
    const { headers, items } = await openBrowser(program, ...texts);
    const peerId = randomUUID();
    const host = await connectSocket(program.url, { headers, query: { type: 'lan_host', peerId } });
    await ask(host, 'lan:host:announce', {});
    const guests = await several(GUESTS, () =>
      viewer(program.url, {
        query: { type: 'lan_discover', peerId: randomUUID() },
        join: ['lan:peer:connect', { peerId, itemNews: true }],
      }),
    );
    return { program, guests, headers, itemId: String(items[0].id) };
  });
  let x = 1000;
  await measure(
    `one move to ${GUESTS} guests in the local network, a guest`,
    { unit: 'kB', goal: '≤ 2' },
    sides,
    async ({ program, guests, headers, itemId }) => {
      const sizes: number[] = [];
      const position = { x: (x += 1), y: 0 };
      const seen = seenBy(guests, `"position":{"x":${x},`, (_, bytes) => sizes.push(bytes));
      await call(program, { headers }, `PATCH /virtual-desktop/items/${itemId}`, { position });
      await seen;
      await delay(SAVE_MS);
      return median(sizes) / 1024;
    },
  );
}
