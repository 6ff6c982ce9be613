import { existsSync } from 'node:fs';
import path from 'node:path';
import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';
import { canOpenScreen, openScreen, type Screen } from './screen.ts';

const executablePath =
  process.env['FIREFOX_PATH'] ??
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => path.join(folder, name)))
    .find((file) => path.isAbsolute(file) && existsSync(file));

/** Whether there is a Firefox, and a screen with a clipboard that can be made for it. */
export const canOpenFirefox = executablePath !== undefined && canOpenScreen;

/** A stock Firefox, driven by WebDriver BiDi, on a screen and with a clipboard of its own. */
export interface Firefox extends Pick<Screen, 'copy' | 'copied'> {
  /** A profile's worth of storage of its own. */
  newContext(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function openFirefox(): Promise<Firefox> {
  const screen = await openScreen();
  // A window and not `headless`, where Firefox has a clipboard that holds texts alone.
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath!,
    headless: false,
    env: screen.env,
    defaultViewport: null,
  });
  return {
    copy: screen.copy,
    copied: screen.copied,
    newContext: () => browser.createBrowserContext(),
    async close() {
      await browser.close();
      screen.close();
    },
  };
}

/** As a person does: the keys, and the system's clipboard. */
export async function pressPaste(page: Page): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('v');
  await page.keyboard.up('Control');
}
