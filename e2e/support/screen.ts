import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const isHere = (name: string, ...args: string[]) =>
  spawnSync(name, args, { stdio: 'ignore' }).error === undefined;

/** Whether a screen with a clipboard can be made. */
export const canOpenScreen = isHere('Xvfb', '-version') && isHere('xclip', '-version');

/** For whatever takes the clipboard; a busy machine may take seconds. */
const MAX_COPY_MS = 30_000;

/** A screen with a clipboard of its own, for programs that are started in its environment. */
export interface Screen {
  readonly env: NodeJS.ProcessEnv;
  /** What another program copies. */
  copy(bytes: string | Buffer, type: string): void;
  /** What another program would paste. */
  copied(): string;
  close(): void;
}

export async function openScreen(): Promise<Screen> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-noreset', '-screen', '0', '1440x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(createInterface({ input: screen.stdout }), 'line')) as [string];
  const env = { ...process.env, DISPLAY: `:${number}` };
  const heldAs = (type: string): Buffer =>
    spawnSync('xclip', ['-selection', 'clipboard', '-out', '-target', type], { env }).stdout;
  return {
    env,
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
    close: () => void screen.kill(),
  };
}
