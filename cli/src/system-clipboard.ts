import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { isText } from './clips.ts';
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
const mac: Tool = {
  read: ['pbpaste'],
  write: ['pbcopy'],
  kinds: [
    'osascript',
    '-l',
    'JavaScript',
    '-e',
    "ObjC.import('AppKit');ObjC.deepUnwrap($.NSPasteboard.generalPasteboard.types).join('\\n')",
  ],
};
/** By its path: a program of its name may lie in the folder that the command is started in. */
const powershell = (script: string) => [
  path.win32.join(
    process.env['SystemRoot'] ?? 'C:\\Windows',
    'System32\\WindowsPowerShell\\v1.0\\powershell.exe',
  ),
  '-NoProfile',
  '-Sta',
  '-Command',
  script,
];
const windows: Tool = {
  read: powershell(
    '[Console]::OutputEncoding=[Text.Encoding]::UTF8;[Console]::Write((Get-Clipboard -Raw))',
  ),
  write: powershell(
    '[Console]::InputEncoding=[Text.Encoding]::UTF8;Set-Clipboard ([Console]::In.ReadToEnd())',
  ),
  kinds: powershell(
    "Add-Type -AssemblyName System.Windows.Forms;$d=[Windows.Forms.Clipboard]::GetDataObject();$d.GetFormats();$h=$d.GetData('CanIncludeInClipboardHistory');if($h -is [IO.Stream] -and $h.ReadByte() -eq 0){'CanIncludeInClipboardHistory=0'}",
  ),
};
/** What password managers mark a secret with. */
const CONCEALED =
  /x-kde-passwordManagerHint|org\.nspasteboard\.ConcealedType|ExcludeClipboardContentFromMonitorProcessing|CanIncludeInClipboardHistory=0/;

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
function run([name = '', ...args]: readonly string[], input?: string): Promise<Buffer | undefined> {
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
      resolve(code === 0 ? Buffer.concat(chunks) : undefined),
    );
  });
}

export interface SystemClipboard {
  /** Whether what is marked as concealed can be told from the rest. */
  readonly tellsConcealed: boolean;
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
  return kinds !== undefined && !CONCEALED.test(kinds.toString());
}

export function systemClipboard(): SystemClipboard {
  const tool = toolHere();
  /** Of a picture some tools hand over the bytes. */
  const textNow = async () => {
    const bytes = await run(tool.read);
    return bytes && bytes.length > 0 && isText(bytes) ? bytes.toString() : undefined;
  };
  let known: string | undefined;
  return {
    tellsConcealed: tool.kinds !== undefined,
    async read() {
      const text = await textNow();
      // Asking for the kinds may take longer than the reading, and is done for news alone.
      if (text === undefined || text === known) return text;
      // Read again: something else may have been copied before the kinds were asked for.
      if (!(await mayBeRead(tool)) || (await textNow()) !== text) return undefined;
      known = text;
      return text;
    },
    async write(text) {
      if ((await run(tool.write, text)) === undefined)
        throw new Failure('The clipboard of this computer could not be written.');
    },
  };
}
