import { type Browser, chromium } from 'playwright';
import { chromiumOptions } from '../e2e/support/chromium-options.ts';
import type { Person } from '../server/testing/factories.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { send } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { quantile } from './support/statistics.ts';

const ROUNDS = 5;
/** Slow 4G on a phone of the lower middle, as Lighthouse slows a browser down. */
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const SLOWER_PROCESSOR = 4;

const TEXT = Array.from(
  { length: 12 },
  (_, line) => `Line ${line + 1} of a text that was shared, as long as such lines are.`,
).join('\n');

type Noting = typeof globalThis & { shownAt?: number };

/** In the page: when these words stood on the screen, in whichever element. */
function noteText(words: string): void {
  const look = () => {
    const stands =
      document.body?.innerText.includes(words) ||
      [...document.querySelectorAll('textarea')].some(
        (field) =>
          field.value.includes(words) && field.checkVisibility({ visibilityProperty: true }),
      );
    if (!stands) return void requestAnimationFrame(look);
    // What a frame draws is there after it.
    requestAnimationFrame(() => ((globalThis as Noting).shownAt = performance.now()));
  };
  requestAnimationFrame(look);
}

interface Screen {
  readonly what: string;
  readonly path: string;
  /** Which words a person waits for. */
  readonly words: string;
  readonly person?: Person;
  readonly goal?: string;
}

/** Milliseconds until the words stand there, with nothing cached, on a slow phone. */
async function open(browser: Browser, url: string, screen: Screen): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    if (screen.person) {
      await page.goto(`${url}/robots.txt`);
      await page.evaluate(
        ([user, session]) => {
          localStorage.setItem('user', user);
          localStorage.setItem('session', session);
        },
        [JSON.stringify(screen.person.user), JSON.stringify(screen.person.session)] as const,
      );
    }
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    await page.addInitScript(noteText, screen.words);
    await page.goto(url + screen.path, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (globalThis as Noting).shownAt);
    return (await shown.jsonValue()) ?? Number.NaN;
  } finally {
    await context.close();
  }
}

async function post(url: string, person: Person, what: 'clipboard' | 'links', body: object) {
  const answer = await send(`${url}/api/${what}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(answer.toString()) as { id: string; url: string };
}

export const paint: Benchmark = {
  name: 'paint',
  gain: 'What a person came for stands on the screen soon, on a slow phone and a slow line.',
  async run() {
    const seeded = await seed({ clips: 50 });
    const server = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      seedEnvironment(seeded),
    );
    const browser = await chromium.launch(chromiumOptions);
    try {
      const { id: clipId } = await post(server.url, seeded.person, 'clipboard', { content: TEXT });
      const link = await post(server.url, seeded.person, 'links', { clipId });
      const byLink = new URL(link.url).pathname;
      const screens: Screen[] = [
        { what: 'the landing page', path: '/', words: 'Clipline', goal: '≤ 1,100 ms' },
        {
          what: 'the text of a shared clip',
          path: `/clips/${clipId}`,
          words: 'Line 1 of a text',
          goal: '≤ 1,300 ms',
        },
        { what: 'the same by a link', path: byLink, words: 'Line 1 of a text' },
        {
          what: "the dashboard's newest clip",
          path: '/dashboard',
          words: 'Line 1 of a text',
          person: seeded.person,
          goal: '≤ 3,200 ms',
        },
      ];
      const rows: Row[] = [];
      for (const screen of screens) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++)
          times.push(await open(browser, server.url, screen));
        rows.push({
          what: screen.what,
          against: 'the navigation',
          unit: `ms (${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))})`,
          ours: quantile(times, 0.5),
          ...(screen.goal && { goal: screen.goal }),
        });
      }
      return rows;
    } finally {
      await browser.close();
      await server.stop();
      discard(seeded);
    }
  },
};
