import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import type { Person } from '../server/testing/factories.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { quantile } from './support/statistics.ts';

const CLIPS = 50;
const PASTES = 30;
/** The first ones also load what only they need. */
const WARM_UP = 3;

/** What a page notes of each paste by its text, on the clock that all browsers here share. */
interface Times {
  readonly pressed: Record<string, number>;
  readonly shown: Record<string, number>;
  readonly answered: number[];
  presses: number;
}
type Noting = typeof globalThis & { times: Times };

/** In the page: when a key was pressed, when a text stood in the list, when the server answered. */
function noteTimes(): void {
  const times: Times = { pressed: {}, shown: {}, answered: [], presses: 0 };
  (globalThis as Noting).times = times;
  const now = () => performance.timeOrigin + performance.now();
  let pressedAt = 0;
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Control') return;
      times.presses += 1;
      pressedAt = now();
    },
    true,
  );
  addEventListener(
    'paste',
    ({ clipboardData }) => {
      times.pressed[clipboardData?.getData('text/plain') ?? ''] = pressedAt;
    },
    true,
  );
  const look = () => {
    for (const card of document.querySelectorAll('[role=article]')) {
      const [mark] = /capture-bench-\d+/.exec(card.textContent) ?? [];
      if (mark !== undefined) times.shown[mark] ??= now();
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (new URL(entry.name).pathname === '/api/clipboard')
        times.answered.push(
          performance.timeOrigin + (entry as PerformanceResourceTiming).responseEnd,
        );
  }).observe({ type: 'resource' });
}

async function openDashboard(browser: Browser, url: string, person: Person): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    ([user, session]) => {
      localStorage.setItem('user', user);
      localStorage.setItem('session', session);
    },
    [JSON.stringify(person.user), JSON.stringify(person.session)] as const,
  );
  await page.addInitScript(noteTimes);
  await page.goto(`${url}/dashboard`);
  await page.getByRole('list', { name: 'Recent clips' }).getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

const timesOf = (page: Page) => page.evaluate(() => (globalThis as Noting).times);
const seen = (page: Page, mark: string) =>
  page.waitForFunction((wanted) => (globalThis as Noting).times.shown[wanted] !== undefined, mark, {
    polling: 'raf',
  });

export const capture: Benchmark = {
  name: 'capture',
  gain: 'Copy here, paste there: one press, and it stands on the other screen.',
  async run() {
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    if (!existsSync(executablePath)) {
      console.log(`  left out: there is no Chromium at ${executablePath} (set CHROMIUM_PATH)`);
      return [];
    }
    const seeded = await seed({ clips: CLIPS });
    const server = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      seedEnvironment(seeded),
    );
    const launch = () =>
      chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
      });
    const browsers: Browser[] = [];
    try {
      browsers.push(await launch(), await launch());
      const [laptop, phone] = [
        await openDashboard(browsers[0]!, server.url, seeded.person),
        await openDashboard(browsers[1]!, server.url, seeded.person),
      ];
      await laptop.bringToFront();
      await laptop.getByRole('heading', { name: 'Dashboard' }).focus();
      const [card, answer, other]: number[][] = [[], [], []];
      for (let turn = 0; turn < WARM_UP + PASTES; turn++) {
        const mark = `capture-bench-${turn}`;
        await laptop.evaluate((text) => navigator.clipboard.writeText(text), mark);
        await laptop.keyboard.press('Control+v');
        await seen(phone, mark);
        await seen(laptop, mark);
        await laptop.waitForFunction(
          (count) => (globalThis as Noting).times.answered.length >= count,
          turn + 1,
        );
        const [here, there] = [await timesOf(laptop), await timesOf(phone)];
        const pressed = here.pressed[mark]!;
        if (turn < WARM_UP) continue;
        card!.push(here.shown[mark]! - pressed);
        answer!.push(here.answered[turn]! - pressed);
        other!.push(there.shown[mark]! - pressed);
      }
      const { presses } = await timesOf(laptop);
      const since = 'the key that pastes';
      const row = (what: string, values: number[], goal: string): Row[] =>
        (
          [
            ['p50', 0.5],
            ['p95', 0.95],
          ] as const
        ).map(([name, share]) => ({
          what: `${what}, ${name}`,
          against: since,
          unit: 'ms',
          ours: quantile(values, share),
          ...(name === 'p50' && { goal }),
        }));
      return [
        {
          what: 'presses from a copied text to a clip',
          against: '',
          unit: 'presses',
          ours: presses / (WARM_UP + PASTES),
          goal: '1',
        },
        ...row('paste to the card', card!, '≤ 100 ms'),
        ...row("paste to the server's answer", answer!, '≤ 300 ms'),
        ...row("paste to the other browser's screen", other!, '≤ 1,000 ms'),
      ];
    } finally {
      for (const browser of browsers) await browser.close();
      await server.stop();
      discard(seeded);
    }
  },
};
