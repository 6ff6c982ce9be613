import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { commandEnvironment } from '../../testing/command-environment.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { sendClip } from '../../testing/push.ts';
import { startSilentProxy } from '../../testing/silent-proxy.ts';
import { upload } from '../../testing/uploads.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const hurry = path.join(root, 'server/testing/hurry.mjs');
const isHere = (name: string, ...args: string[]) =>
  spawnSync(name, args, { stdio: 'ignore' }).error === undefined;
const canShow = isHere('Xvfb', '-version') && isHere('xclip', '-version');
/** Each copy waits for the other display, which starts some ten programs meanwhile. */
const COPIES = 9;
/** For what a busy machine takes long over; it proves nothing, and so is not short. */
// Each look starts a program.
const PATIENCE = { timeout: 120_000, interval: 200 };

/** A display of its own, with `clipline sync` at its clipboard. */
interface Desk {
  copy(text: string, ...options: string[]): Promise<void>;
  paste(): Promise<string>;
  /** How often the kinds of what is copied were asked for. */
  looks(): number;
  stop(): Promise<void>;
}

const built = mkdtempSync(path.join(tmpdir(), 'clipline-sync-web-'));
const command = path.join(built, 'clipline.mjs');
beforeAll(() => void execFileSync(process.execPath, [path.join(root, 'cli/build.ts'), built]));
afterAll(() => rmSync(built, { recursive: true }));

describe.skipIf(!canShow)('clipline sync on two displays (needs Xvfb and xclip)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-sync-'));
  const looks = path.join(folder, 'looks');
  let app: TestApp;
  let ada: Person;
  let desks: [Desk, Desk];

  async function openDesk(token: string): Promise<Desk> {
    // A display begins anew when its last client leaves, and what is copied meanwhile is lost.
    const screen = spawn('Xvfb', ['-displayfd', '1', '-noreset', '-screen', '0', '64x64x8'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: screen.stdout });
    const [number] = (await once(lines, 'line')) as [string];
    const env = { PATH: process.env['PATH'], DISPLAY: `:${number}` };
    const syncing = spawn(process.execPath, [command, 'sync'], {
      env: {
        ...commandEnvironment,
        ...env,
        PATH: `${folder}:${process.env['PATH']}`,
        CLIPLINE_URL: app.url,
        CLIPLINE_TOKEN: token,
        XDG_CONFIG_HOME: folder,
        LOOKS: `${looks}-${number}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface({ input: syncing.stderr }))
      if (line.includes('are kept equal')) break;
    return {
      async copy(text, ...options) {
        // Who holds the clipboard stays behind, without our pipes.
        const holder = spawn('xclip', ['-selection', 'clipboard', '-in', ...options], {
          env,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        holder.stdin.end(text);
        await once(holder, 'exit');
      },
      paste: () =>
        promisify(execFile)('xclip', ['-selection', 'clipboard', '-out'], { env }).then(
          ({ stdout }) => stdout,
          () => '',
        ),
      looks: () => readFileSync(`${looks}-${number}`, 'utf8').split('TARGETS').length,
      async stop() {
        syncing.kill('SIGINT');
        expect(await once(syncing, 'close')).toEqual([130, null]);
        screen.kill();
        await once(screen, 'close');
      },
    };
  }
  const clips = async () =>
    (await call(app, 'GET /clipboard/history?pageSize=100', { headers: ada.headers })).body as {
      total: number;
      clips: { content: string }[];
    };

  beforeAll(async () => {
    const xclip = execFileSync('which', ['xclip']).toString().trim();
    const noting = `#!/bin/sh\necho "$@" >> "$LOOKS"\nexec ${xclip} "$@"\n`;
    writeFileSync(path.join(folder, 'xclip'), noting, { mode: 0o755 });
    app = await buildTestApp({ RATE_LIMITS: 'off' }, { webFolder: built });
    ada = await signUp(app);
    const { token } = await makeToken(app, ada.user.id);
    desks = [await openDesk(token), await openDesk(token)];
  });
  afterAll(async () => {
    for (const desk of desks) await desk.stop();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('what is copied on one is on the other, to and fro, and comes back to none', async () => {
    for (let copy = 0; copy < COPIES; copy++) {
      const [from, to] = copy % 2 === 0 ? desks : [desks[1], desks[0]];
      const text = `copy ${copy}: Grüße\n\tsecond line`;
      await from.copy(text);
      await expect.poll(to.paste, PATIENCE).toBe(text);
    }
    // One more, so that an echo of the last has had its time.
    await desks[0].copy('the last');
    await expect.poll(desks[1].paste, PATIENCE).toBe('the last');
    const { total, clips: all } = await clips();
    expect(total).toBe(COPIES + 1);
    expect(new Set(all.map(({ content }) => content)).size).toBe(COPIES + 1);
  });

  test('what a password manager marks as concealed stays where it is', async () => {
    const [here, there] = desks;
    await here.copy('hunter2', '-target', 'x-kde-passwordManagerHint');
    await expect.poll(here.paste, PATIENCE).toBe('hunter2');
    // The second look from now on has begun with it there.
    const before = here.looks();
    await expect.poll(here.looks, PATIENCE).toBeGreaterThan(before + 1);
    await here.copy('no secret');
    await expect.poll(there.paste, PATIENCE).toBe('no secret');
    const { clips: all } = await clips();
    expect(all[0]?.content).toBe('no secret');
    expect(JSON.stringify(all)).not.toContain('hunter2');
  });

  test('a secret that is copied between the look and the reading stays where it is', async () => {
    const tools = mkdtempSync(path.join(folder, 'tools-'));
    const state = path.join(tools, 'state');
    // Becomes concealed with its reading, as a quick password manager makes it.
    const turning = `#!/bin/sh
      state=$(cat "$STATE")
      case "$*" in
        *TARGETS*)
          case "$state" in
            hidden | seen) echo x-kde-passwordManagerHint; echo seen > "$STATE" ;;
            *) echo STRING ;;
          esac ;;
        *-in*) cat > /dev/null ;;
        *)
          if [ "$state" = turning ]; then echo hidden > "$STATE"; printf hunter3
          else printf %s "$state"; fi ;;
      esac\n`;
    writeFileSync(path.join(tools, 'xclip'), turning, { mode: 0o755 });
    writeFileSync(state, 'first');
    const syncing = spawn(process.execPath, [command, 'sync'], {
      env: {
        ...commandEnvironment,
        PATH: `${tools}:${process.env['PATH']}`,
        DISPLAY: ':none',
        CLIPLINE_URL: app.url,
        CLIPLINE_TOKEN: (await makeToken(app, ada.user.id)).token,
        XDG_CONFIG_HOME: folder,
        STATE: state,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      for await (const line of createInterface({ input: syncing.stderr }))
        if (line.includes('are kept equal')) break;
      writeFileSync(state, 'turning');
      await expect.poll(() => readFileSync(state, 'utf8'), PATIENCE).toBe('seen\n');
      writeFileSync(state, 'no secret either');
      const newest = async () => (await clips()).clips[0]?.content;
      await expect.poll(newest, PATIENCE).toBe('no secret either');
      expect(JSON.stringify(await clips())).not.toContain('hunter3');
    } finally {
      syncing.kill('SIGINT');
      await once(syncing, 'close');
    }
  });
});

describe.skipIf(process.platform === 'win32')('clipline sync on a clipboard that is a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-sync-file-'));
  const [copied, reads] = [path.join(folder, 'copied'), path.join(folder, 'reads')];
  let app: TestApp;
  let ada: Person;
  const copy = (text: string | Buffer) => writeFileSync(copied, text);
  const paste = () => readFileSync(copied, 'utf8');
  const readCount = () => readFileSync(reads, 'utf8').length;
  const save = (content: string) =>
    call(app, 'POST /clipboard', { headers: ada.headers, body: { content } });
  const texts = async () => {
    const { body } = await call(app, 'GET /clipboard/history?pageSize=100', {
      headers: ada.headers,
    });
    return (body.clips as { content: string }[]).map(({ content }) => content);
  };

  beforeAll(async () => {
    const tool = `#!/bin/sh
      case "$*" in
        *TARGETS*) echo STRING ;;
        *-in*) cat > "$COPIED.new"; [ "$LATE" ] || mv "$COPIED.new" "$COPIED" ;;
        *)
          printf . >> "$READS"; cat "$COPIED"
          if [ -e "$COPIED.next" ]; then mv "$COPIED.next" "$COPIED"; fi
          if [ -e "$COPIED.new" ]; then mv "$COPIED.new" "$COPIED.next"; fi ;;
      esac\n`;
    writeFileSync(path.join(folder, 'xclip'), tool, { mode: 0o755 });
    app = await buildTestApp({}, { webFolder: built });
  });
  beforeEach(async () => void (ada = await signUp(app)));
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startSync(url: string, token: string, more: Record<string, string> = {}) {
    copy('what was there');
    const child = spawn(process.execPath, ['--import', hurry, command, 'sync'], {
      env: {
        ...commandEnvironment,
        PATH: `${folder}:${process.env['PATH']}`,
        DISPLAY: ':none',
        CLIPLINE_URL: url,
        CLIPLINE_TOKEN: token,
        XDG_CONFIG_HOME: folder,
        COPIED: copied,
        READS: reads,
        ...more,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const told: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => told.push(chunk));
    const ended = once(child, 'close');
    /** How often it told so. */
    const times = (words: string) => Buffer.concat(told).toString().split(words).length - 1;
    await expect.poll(() => times('are kept equal'), PATIENCE).toBe(1);
    return {
      times,
      ended,
      async stop() {
        child.kill('SIGINT');
        expect(await ended).toEqual([130, null]);
      },
    };
  }

  test('what is copied while the line is cut becomes clips, and stays though older news come', async () => {
    const proxy = await startSilentProxy(app.url);
    const { token } = await makeToken(app, ada.user.id);
    const syncing = await startSync(proxy.url, token);
    proxy.cut();
    await save('elsewhere, before');
    copy('here, first');
    await expect.poll(() => syncing.times('cannot be reached'), PATIENCE).toBe(1);
    copy('here, second');
    // The third look from now on comes after another in vain.
    const before = readCount();
    await expect.poll(readCount, PATIENCE).toBeGreaterThan(before + 2);
    proxy.speakAgain();
    // Told once more when all that was missed has been looked at.
    await expect.poll(() => syncing.times('are kept equal'), PATIENCE).toBe(2);
    await expect
      .poll(texts, PATIENCE)
      .toEqual(['here, second', 'here, first', 'elsewhere, before']);
    expect(paste()).toBe('here, second');
    await save('elsewhere, after');
    await expect.poll(paste, PATIENCE).toBe('elsewhere, after');
    expect(await texts()).toHaveLength(4);
    expect(syncing.times('cannot be reached')).toBe(1);
    await syncing.stop();
    await proxy.stop();
  });

  test('what steers a terminal is left out of what is put here, and comes back to no one', async () => {
    const syncing = await startSync(app.url, (await makeToken(app, ada.user.id)).token);
    await save('a\r\nb\u001b[31m\rc\u009b\u007f\td');
    await expect.poll(paste, PATIENCE).toBe('a\nb[31m\nc\td');
    copy('copied after it');
    await expect.poll(texts, PATIENCE).toHaveLength(2);
    expect(await texts()).toEqual(['copied after it', 'a\r\nb\u001b[31m\rc\u009b\u007f\td']);
    await syncing.stop();
  });

  test('a tool that ends before its text can be read makes no clip of the text before', async () => {
    const { token } = await makeToken(app, ada.user.id);
    const syncing = await startSync(app.url, token, { LATE: 'by two looks' });
    copy('copied here');
    await expect.poll(texts, PATIENCE).toHaveLength(1);
    await save('saved elsewhere');
    await expect.poll(paste, PATIENCE).toBe('saved elsewhere');
    copy('copied after it');
    await expect.poll(texts, PATIENCE).toContain('copied after it');
    expect(await texts()).toEqual(['copied after it', 'saved elsewhere', 'copied here']);
    await syncing.stop();
  });

  test('what is sent to this device is put here, also what is no news, and is seen', async () => {
    const program = await makeToken(app, ada.user.id);
    const { body: old } = await save('sent later');
    await save('newer');
    const syncing = await startSync(app.url, program.token);
    const { body: file } = await save('');
    await upload(app, `/clipboard/${file.id}/files`, ada.headers);
    await sendClip(app, ada, program.id, file.id);
    await expect
      .poll(() => syncing.times(`sent you a file: ${app.url}/clips/${file.id}`), PATIENCE)
      .toBe(1);
    await sendClip(app, ada, program.id, old.id);
    await expect.poll(paste, PATIENCE).toBe('sent later');
    const inbox = async () =>
      (await call(app, 'GET /devices/inbox', { headers: program.headers })).body.map(
        ({ clip }: { clip: { id: string } }) => clip.id,
      );
    await expect.poll(inbox, PATIENCE).toEqual([file.id]);
    await syncing.stop();
    // While it was away.
    await sendClip(app, ada, program.id, old.id);
    const again = await startSync(app.url, program.token);
    await expect.poll(paste, PATIENCE).toBe('sent later');
    await expect.poll(inbox, PATIENCE).toEqual([file.id]);
    await again.stop();
    expect(await texts()).toHaveLength(3);
  });

  test('bytes that are no text are left where they are', async () => {
    const syncing = await startSync(app.url, (await makeToken(app, ada.user.id)).token);
    copy(Buffer.from('89504e470d0a1a0a0000', 'hex'));
    const before = readCount();
    await expect.poll(readCount, PATIENCE).toBeGreaterThan(before + 1);
    copy('a text');
    await expect.poll(texts, PATIENCE).toEqual(['a text']);
    await syncing.stop();
  });

  test('where the system tells of nothing that is concealed, the first line says so', async () => {
    const tools = mkdtempSync(path.join(folder, 'xsel-'));
    writeFileSync(path.join(tools, 'xsel'), '#!/bin/sh\n', { mode: 0o755 });
    const { token } = await makeToken(app, ada.user.id);
    const syncing = await startSync(app.url, token, { PATH: tools });
    expect(syncing.times('This system does not tell what password managers conceal')).toBe(1);
    await syncing.stop();
  });

  const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';
  test.each([
    ['darwin', 'org.nspasteboard.ConcealedType'],
    ['win32', 'ExcludeClipboardContentFromMonitorProcessing'],
    ['win32', 'CanIncludeInClipboardHistory=0'],
  ])('on %s what is marked with %s is not read', async (platform, mark) => {
    const tools = mkdtempSync(path.join(folder, 'system-'));
    const kinds = path.join(tools, 'kinds');
    const script = (name: string, body: string) =>
      writeFileSync(path.join(tools, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    script('pbpaste', 'cat "$COPIED"');
    const asked = `printf . >> "$READS"; cat '${kinds}'`;
    script('osascript', asked);
    script(
      POWERSHELL,
      `case "$*" in *GetFormats*) ${asked} ;; *Get-Clipboard*) cat "$COPIED" ;; esac`,
    );
    writeFileSync(kinds, 'Text');
    const preload = `Object.defineProperty(process,'platform',{value:'${platform}'})`;
    const syncing = await startSync(app.url, (await makeToken(app, ada.user.id)).token, {
      PATH: `${tools}:${process.env['PATH']}`,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
      SystemRoot: 'C:\\Windows',
    });
    copy('no secret');
    await expect.poll(texts, PATIENCE).toEqual(['no secret']);
    writeFileSync(kinds, `Text\n${mark}\n`);
    copy('hunter2');
    const before = readCount();
    await expect.poll(readCount, PATIENCE).toBeGreaterThan(before + 1);
    copy('no secret either');
    writeFileSync(kinds, 'Text');
    await expect.poll(texts, PATIENCE).toEqual(['no secret either', 'no secret']);
    await syncing.stop();
  });

  test('it ends with the token, and says so', async () => {
    const { id, token } = await makeToken(app, ada.user.id);
    const syncing = await startSync(app.url, token);
    await call(app, `DELETE /account/tokens/${id}`, { headers: ada.headers });
    expect(await syncing.ended).toEqual([4, null]);
    expect(syncing.times('You are not signed in any more.')).toBe(1);
  });
});
