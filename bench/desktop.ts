import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { openBrowser } from '../server/testing/desktops.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { median } from './support/statistics.ts';

const BLOCKS = [20, 500] as const;
const LOADS = 5;
/** As a pointer moves at 60 frames a second, for two seconds. */
const MOVES = 120;
const FRAME_MS = 1000 / 60;

/** In the page: notes every task that kept it from answering for more than 50 ms. */
function noteLongTasks(): void {
  const tasks: number[] = [];
  (globalThis as { longTasks?: number[] }).longTasks = tasks;
  new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
}

interface Seen {
  readonly loadMs: number;
  readonly longestDragTask: number;
  readonly droppedFrames: number;
}

async function see(context: BrowserContext, url: string, blocks: number): Promise<Seen> {
  const page = await context.newPage();
  await page.addInitScript(noteLongTasks);
  const loads: number[] = [];
  const shown = (count: number) =>
    page.waitForFunction(
      (wanted) => document.querySelectorAll('[aria-label="Blocks"] > li').length >= wanted,
      count,
      { polling: 'raf' },
    );
  for (let turn = 0; turn < LOADS; turn++) {
    const start = performance.now();
    await page.goto(`${url}/desktop`);
    await shown(blocks);
    loads.push(performance.now() - start);
  }
  const handle = page.getByRole('button', { name: /^Move / }).first();
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is no block to move');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const { longestDragTask, droppedFrames } = await (async () => {
    await page.evaluate(() => {
      const state = globalThis as unknown as { longTasks: number[]; frames: number[] };
      state.longTasks.length = 0;
      state.frames = [];
      const note = (at: number) => {
        state.frames.push(at);
        requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    });
    const start = performance.now();
    for (let move = 1; move <= MOVES; move++) {
      await page.mouse.move(x + move * 3, y + (move % 40) * 2);
      const ahead = start + move * FRAME_MS - performance.now();
      if (ahead > 0) await page.waitForTimeout(ahead);
    }
    return page.evaluate((frameMs) => {
      const { longTasks, frames } = globalThis as unknown as {
        longTasks: number[];
        frames: number[];
      };
      const late = frames.slice(1).filter((at, index) => at - (frames[index] ?? at) > 2 * frameMs);
      return { longestDragTask: Math.max(0, ...longTasks), droppedFrames: late.length };
    }, FRAME_MS);
  })();
  await page.mouse.up();
  await page.close();
  return { loadMs: median(loads), longestDragTask, droppedFrames };
}

export const desktop: Benchmark = {
  name: 'desktop',
  gain: 'A full desktop moves under the hand like an empty one.',
  async run() {
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    if (!existsSync(executablePath)) {
      console.log(`  left out: there is no Chromium at ${executablePath} (set CHROMIUM_PATH)`);
      return [];
    }
    const seeded = await seed({ clips: 1 });
    const server = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      seedEnvironment(seeded),
    );
    let browser: Browser | undefined;
    try {
      browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
      });
      const seen: Seen[] = [];
      for (const blocks of BLOCKS) {
        const { headers } = await openBrowser(
          server,
          ...Array.from({ length: blocks }, (_, index) => `Block ${index} of a desktop`),
        );
        const [name = '', value = ''] = headers.cookie.split('=');
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await context.addCookies([{ name, value, url: server.url }]);
        seen.push(await see(context, server.url, blocks));
        await context.close();
      }
      const [few, many] = seen as [Seen, Seen];
      const against = `${BLOCKS[0]} blocks`;
      const compare = (ours: number, limit: number): Pick<Row, 'ours' | 'limit' | 'ratio'> => ({
        ours,
        limit,
        ratio: ours / limit,
      });
      return [
        {
          what: `load with ${BLOCKS[1]} blocks`,
          against,
          unit: 'ms',
          ...compare(many.loadMs, few.loadMs),
        },
        {
          what: `longest task while a block of ${BLOCKS[1]} is dragged`,
          against,
          unit: 'ms',
          ours: many.longestDragTask,
          limit: few.longestDragTask,
          goal: '≤ 50 ms',
        },
        {
          what: `frames missed of ${MOVES}, ${BLOCKS[1]} blocks`,
          against,
          unit: '',
          ours: many.droppedFrames,
          limit: few.droppedFrames,
        },
      ];
    } finally {
      await browser?.close();
      await server.stop();
      discard(seeded);
    }
  },
};
