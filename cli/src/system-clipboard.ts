import { spawn, spawnSync } from 'node:child_process';
import { Failure } from './failure.ts';

interface Tool {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Lists the kinds of what is on the clipboard, where the system tells. */
  readonly kinds?: readonly string[];
}

const wayland: Tool = {
  read: ['wl-paste', '--no-newline', '--type', 'text'],
  write: ['wl-copy'],
  kinds: ['wl-paste', '--list-types'],
};
const xclip: Tool = {
  read: ['xclip', '-selection', 'clipboard', '-out'],
  write: ['xclip', '-selection', 'clipboard', '-in'],
  kinds: ['xclip', '-selection', 'clipboard', '-out', '-target', 'TARGETS'],
};
const xsel: Tool = { read: ['xsel', '-b', '-o'], write: ['xsel', '-b', '-i'] };
const mac: Tool = { read: ['pbpaste'], write: ['pbcopy'] };
const powershell = (script: string) => ['powershell.exe', '-NoProfile', '-Command', script];
const windows: Tool = {
  read: powershell(
    '[Console]::OutputEncoding=[Text.Encoding]::UTF8;[Console]::Write((Get-Clipboard -Raw))',
  ),
  write: powershell(
    '[Console]::InputEncoding=[Text.Encoding]::UTF8;Set-Clipboard ([Console]::In.ReadToEnd())',
  ),
};
/** What password managers mark a secret with. */
const CONCEALED = /x-kde-passwordManagerHint|org\.nspasteboard\.ConcealedType/;

/** Who held the clipboard may be gone before it has handed over, and a tool then waits for ever. */
const TOOL_LIMIT_MS = 2000;

const isInstalled = (name: string) =>
  spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;

function toolHere(): Tool {
  if (process.platform === 'darwin') return mac;
  if (process.platform === 'win32') return windows;
  if (process.env['WAYLAND_DISPLAY'] && isInstalled('wl-copy')) return wayland;
  if (process.env['DISPLAY'] && isInstalled('xclip')) return xclip;
  if (process.env['DISPLAY'] && isInstalled('xsel')) return xsel;
  throw new Failure(
    process.env['WAYLAND_DISPLAY']
      ? 'To reach the clipboard, install wl-clipboard.'
      : 'To reach the clipboard, install xclip (or wl-clipboard on Wayland).',
  );
}

/** What it printed; undefined when it failed, as with an empty clipboard. */
function run([name = '', ...args]: readonly string[], input?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // What holds the clipboard stays behind, and must not keep a pipe of ours open.
    const reads = input === undefined;
    const child = spawn(name, args, {
      timeout: TOOL_LIMIT_MS,
      stdio: [reads ? 'ignore' : 'pipe', reads ? 'pipe' : 'ignore', 'ignore'],
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', () => resolve(undefined));
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.on(reads ? 'close' : 'exit', (code) =>
      resolve(code === 0 ? Buffer.concat(chunks).toString() : undefined),
    );
  });
}

export interface SystemClipboard {
  /** Its text; undefined without one, and of what is marked as concealed. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/**
 * Where a tool can tell what kinds of things there are, it has to: without that nothing is known.
 */
async function mayBeRead(tool: Tool): Promise<boolean> {
  if (!tool.kinds) return true;
  const kinds = await run(tool.kinds);
  return kinds !== undefined && !CONCEALED.test(kinds);
}

export function systemClipboard(): SystemClipboard {
  const tool = toolHere();
  return {
    async read() {
      // Asked on both sides of the reading: something else may be copied at any time.
      if (!(await mayBeRead(tool))) return undefined;
      const text = await run(tool.read);
      return text && (await mayBeRead(tool)) ? text : undefined;
    },
    async write(text) {
      if ((await run(tool.write, text)) === undefined)
        throw new Failure('The clipboard of this computer could not be written.');
    },
  };
}
