import { isUtf8 } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { Failure } from './failure.ts';

interface Tool {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Lists the kinds of what is on the clipboard, where the system tells. */
  readonly kinds?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const wayland: Tool = {
  read: ['wl-paste', '--no-newline', '--type', 'text'],
  // Else it goes by the first letters, and a text may pass for a picture.
  write: ['wl-copy', '--type', 'text/plain'],
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
  // Started by the system, and not from a terminal, there is none: letters would become marks.
  env: { LC_ALL: 'en_US.UTF-8', LC_CTYPE: 'en_US.UTF-8' },
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

/** Of the systems in turn: with these come names of files that are copied. */
const FILES =
  /^(text\/uri-list|x-special\/\S+-copied-files|application\/vnd\.portal\.file(s|transfer)|public\.file-url|NSFilenamesPboardType|com\.apple\.pasteboard\.promised-file\S*|FileDrop|FileGroupDescriptorW?)\s*$/im;
const PICTURE = /^(image\/|public\.(tiff|png|jpeg)|NeXT TIFF|Bitmap|DeviceIndependentBitmap)/im;
const PLAIN_TEXT =
  /^(text\/plain(;.*)?|UTF8_STRING|STRING|TEXT|COMPOUND_TEXT|public\.utf\S*-plain-text|NSStringPboardType|UnicodeText)\s*$/im;

/** Whether there is a text on a clipboard with these kinds that may become a clip. */
export const isForClips = (kinds: string): boolean =>
  !CONCEALED.test(kinds) &&
  !FILES.test(kinds) &&
  // Browsers copy a picture with the HTML that shows it.
  (!PICTURE.test(kinds) || PLAIN_TEXT.test(kinds));

/** Some programs end a text with NUL, and old ones write Latin-1; undefined of what is no text. */
export function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replace(/\0+$/, '');
  const isText = isUtf8(bytes) ? !text.includes('\0') : !/[^\P{Cc}\t\n\f\r]/u.test(text);
  return text !== '' && isText ? text : undefined;
}

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
function run(
  { env }: Tool,
  [name = '', ...args]: readonly string[],
  input?: string,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    // What holds the clipboard stays behind, and must not keep a pipe of ours open.
    const reads = input === undefined;
    const child = spawn(name, args, {
      env: { ...process.env, ...env },
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

/** Where a tool can tell what kinds of things there are, it has to: else nothing is known. */
async function mayBeRead(tool: Tool): Promise<boolean> {
  if (!tool.kinds) return true;
  const kinds = await run(tool, tool.kinds);
  return kinds !== undefined && isForClips(kinds.toString());
}

export function systemClipboard(): SystemClipboard {
  const tool = toolHere();
  /** Of a picture some tools hand over the bytes. */
  const textNow = async () => {
    const bytes = await run(tool, tool.read);
    return bytes && textOf(bytes);
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
      if ((await run(tool, tool.write, text)) === undefined)
        throw new Failure('The clipboard of this computer could not be written.');
    },
  };
}
