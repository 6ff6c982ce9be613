import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/support/chromium-options.ts';
import { clipsOf } from '../e2e/support/clips.ts';
import { type Account, arrive, createAccount, signIn } from '../e2e/support/people.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { roomsOf } from '../e2e/support/rooms.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 3;

/** A person in front of the dashboard, and what they press. */
interface Hand {
  readonly page: Page;
  /** The same person's other device, at the dashboard too. */
  readonly phone: Page;
  readonly press: (what: Locator) => Promise<void>;
  readonly key: (keys: string) => Promise<void>;
}

interface Stage {
  readonly clips: ReturnType<typeof clipsOf>;
  readonly rooms: ReturnType<typeof roomsOf>;
}

interface Task {
  readonly what: string;
  /** Presses that were counted in an earlier walk, without the text itself. */
  readonly before: number;
  /** What is there already; the text is one that no other round has. */
  readonly prepare?: (stage: Stage, text: string) => Promise<unknown>;
  /** Resolves when the screen confirms it. */
  readonly act: (hand: Hand, text: string) => Promise<unknown>;
}

const copied = (page: Page) => page.getByText('Content copied to clipboard').waitFor();
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** The ten tasks that a clipboard is used for most; files and typing are not counted. */
const walks: readonly Task[] = [
  {
    what: 'save the text just copied',
    before: 4,
    async act({ page, key }, text) {
      await page.evaluate((words) => navigator.clipboard.writeText(words), text);
      await key('Control+v');
      await page.getByText('Saved to your clips').waitFor();
    },
  },
  {
    what: 'copy the newest clip',
    before: 1,
    prepare: ({ clips }, text) => clips.save(text),
    async act({ page, key }) {
      await key('c');
      await copied(page);
    },
  },
  {
    what: 'show a clip as a QR code',
    before: 1,
    prepare: ({ clips }, text) => clips.save(text),
    async act({ page, press }, text) {
      await press(card(page, text).getByRole('button', { name: 'Share' }));
      await page.getByText('Scan this QR code').waitFor();
    },
  },
  {
    what: 'open a saved address',
    before: 5,
    prepare: ({ clips }, text) => clips.save(`http://127.0.0.1:9/${text.replaceAll(' ', '-')}`),
    async act({ page, press }, text) {
      const opened = page.context().waitForEvent('page');
      const link = card(page, text.replaceAll(' ', '-')).getByRole('link', { name: 'Open link' });
      await press(link);
      await (await opened).close();
    },
  },
  {
    what: 'find a clip by a word',
    before: 0,
    prepare: ({ clips }, text) => clips.save(text),
    async act({ page, key }, text) {
      await key('/');
      await page.keyboard.insertText(text);
      await page.locator('mark').first().waitFor();
    },
  },
  {
    what: 'add a text to a room',
    before: 4,
    prepare: ({ rooms }, text) => rooms.create(text),
    async act({ page, press, key }, text) {
      await press(page.getByRole('link', { name: 'Rooms' }));
      await press(card(page, text));
      await press(page.getByPlaceholder('Write or paste something'));
      await page.keyboard.insertText('added');
      await key('Control+Enter');
      await page.getByText('Content added').waitFor();
    },
  },
  {
    what: 'bring a person into a room',
    before: 4,
    prepare: ({ rooms }, text) => rooms.create(text),
    async act({ page, press, key }, text) {
      await press(page.getByRole('link', { name: 'Rooms' }));
      await press(card(page, text));
      await press(page.getByRole('button', { name: 'Add Member' }));
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(`${text.replaceAll(' ', '-')}@example.com`);
      await key('Enter');
      await page.getByText('Member invited').waitFor();
    },
  },
  {
    what: 'text of a laptop to the own phone',
    before: 5,
    async act({ page, press, key, phone }, text) {
      await page.evaluate((words) => navigator.clipboard.writeText(words), text);
      await key('Control+v');
      await press(card(phone, text).getByRole('button', { name: 'Copy', exact: true }));
      await copied(phone);
    },
  },
  {
    what: 'save a screenshot',
    before: 3,
    async act({ page, key }) {
      await page.evaluate(async () => {
        const canvas = new OffscreenCanvas(640, 400);
        canvas.getContext('2d');
        const picture = await canvas.convertToBlob({ type: 'image/png' });
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      });
      await key('Control+v');
      await page.getByText('Saved to your clips').waitFor();
    },
  },
];

async function perform(
  { page, phone }: { page: Page; phone: Page },
  stage: Stage,
  task: Task,
  text: string,
): Promise<{ presses: number; ms: number }> {
  await task.prepare?.(stage, text);
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  let presses = 0;
  const began = performance.now();
  const hand: Hand = {
    page,
    phone,
    async press(what) {
      presses += 1;
      await what.click();
    },
    async key(keys) {
      presses += 1;
      await page.keyboard.press(keys);
    },
  };
  await task.act(hand, text);
  return { presses, ms: performance.now() - began };
}

async function walk(browser: Browser, product: Product, account: Account): Promise<Row[]> {
  const person = await arrive(browser, product, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const mobile = await arrive(browser, product, {
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { accessToken } = await signIn(product, person.page, account);
  await signIn(product, mobile.page, account);
  await mobile.page.goto('/dashboard');
  const pages = { page: person.page, phone: mobile.page };
  const stage = { clips: clipsOf(product, accessToken), rooms: roomsOf(product, accessToken) };
  const rows: Row[] = [];
  let count = 0;
  for (const task of walks) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await perform(pages, stage, task, `word ${(count += 1)}`));
    const presses = rounds[0]!.presses;
    const ms = median(rounds.map((each) => each.ms));
    rows.push(
      {
        what: task.what,
        against: 'before',
        unit: 'presses',
        ours: presses,
        limit: task.before,
        ...(task.before > 0 && { ratio: presses / task.before }),
      },
      { what: `${task.what}, until the screen says so`, against: 'nothing', unit: 'ms', ours: ms },
    );
  }
  await mobile.leave();
  await person.leave();
  return rows;
}

export const tasks: Benchmark = {
  name: 'tasks',
  gain: 'What a clipboard is used for most takes a press or two, and the screen reacts at once.',
  async run() {
    const browser = await chromium.launch(chromiumOptions).catch(() => undefined);
    if (!browser) {
      console.log('  left out: there is no Chromium (set CHROMIUM_PATH)');
      return [];
    }
    const product = await startProduct({ RATE_LIMITS: 'off' });
    try {
      return await walk(browser, product, await createAccount(product));
    } finally {
      await browser.close();
      await product.dispose();
    }
  },
};
