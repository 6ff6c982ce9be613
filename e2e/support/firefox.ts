import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';

const executablePath =
  process.env['FIREFOX_PATH'] ??
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => path.join(folder, name)))
    .find((file) => path.isAbsolute(file) && existsSync(file));

const isHere = (name: string, ...args: string[]) =>
  spawnSync(name, args, { stdio: 'ignore' }).error === undefined;

/** Whether there is a Firefox, and a screen with a clipboard that can be made for it. */
export const canOpenFirefox =
  executablePath !== undefined && isHere('Xvfb', '-version') && isHere('xclip', '-version');

/** For whatever takes the clipboard; a busy machine may take seconds. */
const MAX_COPY_MS = 30_000;

/** A stock Firefox, driven by WebDriver BiDi, on a screen and with a clipboard of its own. */
export interface Firefox {
  /** A profile's worth of storage of its own. */
  newContext(): Promise<BrowserContext>;
  /** What another program copies. */
  copy(bytes: string | Buffer, type: string): void;
  /** What another program would paste. */
  copied(): string;
  close(): Promise<void>;
}

export async function openFirefox(): Promise<Firefox> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-noreset', '-screen', '0', '1440x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(createInterface({ input: screen.stdout }), 'line')) as [string];
  const env = { ...process.env, DISPLAY: `:${number}` };
  // A window and not `headless`, where Firefox has a clipboard that holds texts alone.
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath!,
    headless: false,
    env,
    defaultViewport: null,
  });
  const heldAs = (type: string): Buffer =>
    spawnSync('xclip', ['-selection', 'clipboard', '-out', '-target', type], { env }).stdout;
  return {
    newContext: () => browser.createBrowserContext(),
    copy(input, type) {
      // The process that holds the clipboard stays behind until the next copy, without our pipes.
      const args = ['-selection', 'clipboard', '-in', '-target', type];
      spawnSync('xclip', args, { env, input, stdio: ['pipe', 'ignore', 'ignore'] });
      // It ends before what it left behind holds the clipboard.
      const deadline = Date.now() + MAX_COPY_MS;
      while (!heldAs(type).equals(Buffer.from(input)))
        if (Date.now() > deadline) throw new Error(`The clipboard did not take the ${type}`);
    },
    copied: () =>
      spawnSync('xclip', ['-selection', 'clipboard', '-out'], { env, encoding: 'utf8' }).stdout,
    async close() {
      await browser.close();
      screen.kill();
    },
  };
}

/** As a person does: the keys, and the system's clipboard. */
export async function pressPaste(page: Page): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('v');
  await page.keyboard.up('Control');
}
