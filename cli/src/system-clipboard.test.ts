import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { isForClips, type SystemClipboard, systemClipboard, textOf } from './system-clipboard.ts';

test.each([
  ['Grüße', Buffer.from('Grüße')],
  ['Grüße', Buffer.from('Grüße', 'latin1')],
  ['Grüße\r\n\tß', Buffer.from('Grüße\r\n\tß\0', 'latin1')],
  ['Grüße', Buffer.from('Grüße\0\0')],
  [undefined, Buffer.from('a\0b')],
  [undefined, Buffer.from('\0')],
  [undefined, Buffer.alloc(0)],
  [undefined, Buffer.from('89504e470d0a1a0a0000', 'hex')],
  [undefined, Buffer.from('ffd8ffe000104a464946', 'hex')],
])('%j is what is read', (text, bytes) => {
  expect(textOf(bytes)).toBe(text);
});

test.each([
  [true, 'text/plain;charset=utf-8 text/plain UTF8_STRING'],
  [true, 'TARGETS STRING'],
  // A spreadsheet comes with its picture.
  [true, 'image/png text/html text/plain;charset=utf-8'],
  [true, 'Bitmap HTML_Format UnicodeText'],
  [false, 'text/html image/png'],
  [false, 'text/html image/bmp text/x-moz-url'],
  [false, 'Bitmap HTML_Format'],
  [false, 'public.tiff public.html'],
  [false, 'text/uri-list text/plain;charset=utf-8'],
  [false, 'x-special/gnome-copied-files UTF8_STRING'],
  [false, 'public.file-url public.utf8-plain-text'],
  [false, 'FileDrop FileNameW UnicodeText'],
  [false, 'text/plain x-kde-passwordManagerHint'],
])('%s: %s', (expected, kinds) => {
  expect(isForClips(kinds.replaceAll(' ', '\r\n'))).toBe(expected);
});

/** Asks the clipboard with these programs alone, on this system. */
async function withTools<T>(
  tools: Readonly<Record<string, string>>,
  ask: (clipboard: SystemClipboard) => T,
  platform: string = process.platform,
): Promise<Awaited<T>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-clipboard-'));
  for (const [name, script] of Object.entries(tools))
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  vi.stubEnv('WAYLAND_DISPLAY', 'wl-paste' in tools ? 'wayland-0' : '');
  vi.stubEnv('DISPLAY', ':none');
  const here = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...here, value: platform });
  try {
    return await ask(systemClipboard());
  } finally {
    Object.defineProperty(process, 'platform', here);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
}
const readWith = (tools: Readonly<Record<string, string>>, platform?: string) =>
  withTools(tools, (clipboard) => clipboard.read(), platform);

describe.skipIf(process.platform === 'win32')('by the tools of the system', () => {
  test.each([
    ['text/html image/png', undefined],
    ['text/html image/png text/plain', '<img src="https://x.example/a.png">'],
  ])('on Wayland, of %s', async (kinds, text) => {
    const script = `case "$*" in
      *list-types*) printf '%s\\n' ${kinds} ;;
      *) printf '<img src="https://x.example/a.png">' ;;
    esac`;
    expect(await readWith({ 'wl-paste': script, 'wl-copy': '' })).toBe(text);
  });

  const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';
  const toolsOf = (kinds: string, read: string) => ({
    'wl-paste': `case "$*" in *list-types*) ${kinds} ;; *) ${read} ;; esac`,
    'wl-copy': '',
    pbpaste: read,
    osascript: kinds,
    [POWERSHELL]: `case "$*" in *GetFormats*) ${kinds} ;; *Get-Clipboard*) ${read} ;; esac`,
  });
  test.each([
    ['linux', 'x-kde-passwordManagerHint'],
    ['darwin', 'org.nspasteboard.ConcealedType'],
    ['win32', 'ExcludeClipboardContentFromMonitorProcessing'],
    ['win32', 'CanIncludeInClipboardHistory=0'],
  ] as const)('on %s what is marked with %s is not read', async (platform, mark) => {
    const read = 'printf hunter2';
    expect(await readWith(toolsOf('echo Text', read), platform)).toBe('hunter2');
    expect(await readWith(toolsOf(`echo Text; echo ${mark}`, read), platform)).toBe(undefined);
  });

  test('a secret that is copied between the look and the reading is not read', async () => {
    const read = 'if [ -e "$0.read" ]; then printf hunter2; else : > "$0.read"; printf text; fi';
    expect(await readWith(toolsOf('echo text/plain', read))).toBe(undefined);
  });

  test('bytes that are no text are not read', async () => {
    const read = String.raw`printf '\211PNG\r\n\032\n\0\0'`;
    expect(await readWith(toolsOf('echo text/plain', read))).toBe(undefined);
  });

  test('xsel tells of nothing that is concealed', async () => {
    expect(await withTools({ xsel: '' }, ({ tellsConcealed }) => tellsConcealed)).toBe(false);
  });

  test('on macOS they are told to speak UTF-8', async () => {
    const script = 'printf "$LC_ALL $LC_CTYPE"';
    vi.stubEnv('LC_ALL', 'C');
    expect(await readWith({ pbpaste: script, osascript: 'echo Text' }, 'darwin')).toBe(
      'en_US.UTF-8 en_US.UTF-8',
    );
  });
});
