import { type Browser, chromium } from 'playwright';
import { chromiumOptions } from '../e2e/support/chromium-options.ts';
import { call } from './support/calls.ts';
import { measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson, type Person } from './support/people.ts';
import { startBuilds } from './support/programs.ts';

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
  readonly path: string;
  /** Which words a person waits for. */
  readonly words: string;
  readonly person?: Person;
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

export async function paint(): Promise<void> {
  const { sides, seeded } = await startBuilds(async (product) => {
    const person = await addPerson(product);
    await addClips(product, person, sized(50));
    return { person, clip: await call(product, person, 'POST /clipboard', { content: TEXT }) };
  });
  const browser = await chromium.launch(chromiumOptions);
  const text = 'Line 1 of a text';
  const row = { unit: 'ms', rounds: sized(5), warmUp: 0 };
  const screens = [
    { what: 'the landing page', path: '/', words: 'Clipline', goal: '≤ 1100' },
    { what: 'a shared clip', path: `/clips/${seeded.clip.id}`, words: text, goal: '≤ 1300' },
    { what: 'the dashboard', path: '/dashboard', words: text, ...seeded, goal: '≤ 3800' },
  ];
  for (const { what, goal, ...screen } of screens)
    await measure(`paint of ${what} on a slow phone`, { ...row, goal }, sides, ({ url }) =>
      open(browser, url, screen),
    );
  await browser.close();
}
