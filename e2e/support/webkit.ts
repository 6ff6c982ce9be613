import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { freePort } from './product.ts';
import { canOpenScreen, openScreen, type Screen } from './screen.ts';

const driver = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'WebKitWebDriver'))
  .find((file) => path.isAbsolute(file) && existsSync(file));

/** Whether there is a WebKitGTK, and a screen with a clipboard that can be made for it. */
export const canOpenWebKit = driver !== undefined && canOpenScreen;

/** For what a page shows at last; a busy machine may take long. */
const PATIENCE_MS = 60_000;
const CONTROL = '\uE009';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** The window of a stock WebKitGTK, driven by WebDriver, on a screen of its own. */
export interface WebKit extends Pick<Screen, 'copy' | 'copied'> {
  goto(address: string): Promise<void>;
  /** Runs in the page; `script` is the body of a function. */
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  /** Clicks what this XPath finds, once it is there. */
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** Waits until it is in the page. */
  find(xpath: string): Promise<string>;
  pressControl(key: string): Promise<void>;
  close(): Promise<void>;
}

export async function openWebKit(): Promise<WebKit> {
  const screen = await openScreen();
  const port = await freePort();
  const process = spawn(driver!, [`--port=${port}`], { env: screen.env, stdio: 'ignore' });
  const call = async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${method} ${address}: ${value?.message}`);
    return value;
  };
  const until = async <T>(work: () => Promise<T>): Promise<T> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;)
      try {
        return await work();
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  };
  const { sessionId } = await until(() =>
    call<{ sessionId: string }>('POST', '/session', { capabilities: {} }),
  );
  const to = <T>(command: string, body: unknown = {}) =>
    call<T>('POST', `/session/${sessionId}${command}`, body);
  const find = (xpath: string) =>
    until(async () => {
      const found = { using: 'xpath', value: xpath };
      return (await to<Record<string, string>>('/element', found))[ELEMENT]!;
    });
  return {
    copy: screen.copy,
    copied: screen.copied,
    goto: (url) => to('/url', { url }),
    run: (script, ...args) => to('/execute/sync', { script, args }),
    find,
    click: (xpath) => until(async () => to(`/element/${await find(xpath)}/click`)),
    type: async (xpath, text) => to(`/element/${await find(xpath)}/value`, { text }),
    async pressControl(key) {
      const actions = [
        { type: 'keyDown', value: CONTROL },
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
        { type: 'keyUp', value: CONTROL },
      ];
      await to('/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async close() {
      await call('DELETE', `/session/${sessionId}`);
      process.kill();
      screen.close();
    },
  };
}
