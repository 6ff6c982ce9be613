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
import { startCommand } from '../../testing/command-line.ts';
import { makeToken, type Person, signUp } from '../../testing/factories.ts';
import { sendClip } from '../../testing/push.ts';
import { startSilentProxy } from '../../testing/silent-proxy.ts';
import { upload } from '../../testing/uploads.ts';

const command = path.resolve(import.meta.dirname, '../../../cli/src/main.ts');
const isHere = (name: string, ...args: string[]) =>
  spawnSync(name, args, { stdio: 'ignore' }).error === undefined;
const canShow = isHere('Xvfb', '-version') && isHere('xclip', '-version');
/** Each copy waits for the other display, which starts some ten programs meanwhile. */
const COPIES = 4;
/** Each look starts a program, which a busy machine takes long over. */
const PATIENCE = { timeout: 120_000, interval: 200 };

/** A display of its own, with `clipline sync` at its clipboard. */
interface Desk {
  copy(text: string, ...options: string[]): Promise<void>;
  paste(): Promise<string>;
  /** How often the kinds of what is copied were asked for. */
  looks(): number;
  stop(): Promise<void>;
}

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
    app = await buildTestApp({ RATE_LIMITS: 'off' });
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
});

/** A clipboard that a test copies to and pastes from. */
function memoryClipboard({ isLate = false, tellsConcealed = true } = {}) {
  let text = 'what was there';
  let reads = 0;
  /** What was written late: there after so many looks. */
  let coming: { readonly written: string; looks: number } | undefined;
  return {
    copy: (copied: string) => void (text = copied),
    paste: () => text,
    reads: () => reads,
    here: {
      tellsConcealed,
      async read() {
        reads += 1;
        const now = text;
        if (coming && --coming.looks === 0) text = coming.written;
        return now;
      },
      async write(written: string) {
        if (isLate) coming = { written, looks: 2 };
        else text = written;
      },
    },
  };
}

describe('clipline sync', () => {
  let app: TestApp;
  let ada: Person;
  const save = (content: string) =>
    call(app, 'POST /clipboard', { headers: ada.headers, body: { content } });
  const texts = async () => {
    const { body } = await call(app, 'GET /clipboard/history?pageSize=100', {
      headers: ada.headers,
    });
    return (body.clips as { content: string }[]).map(({ content }) => content);
  };

  beforeAll(async () => void (app = await buildTestApp()));
  beforeEach(async () => void (ada = await signUp(app)));
  afterAll(() => app.stop());

  async function startSync(
    options: Parameters<typeof memoryClipboard>[0] = {},
    url: string = app.url,
  ) {
    const program = await makeToken(app, ada.user.id);
    const { here, ...clipboard } = memoryClipboard(options);
    const { told, ended } = startCommand(['sync'], {
      env: { CLIPLINE_URL: url, CLIPLINE_TOKEN: program.token, XDG_CONFIG_HOME: tmpdir() },
      clipboard: () => here,
    });
    /** How often it told so. */
    const times = (words: string) => told().split(words).length - 1;
    await expect.poll(() => times('are kept equal')).toBe(1);
    return {
      ...clipboard,
      program,
      times,
      /** It ends with its token, and says so. */
      async stop() {
        await call(app, `DELETE /account/tokens/${program.id}`, { headers: ada.headers });
        expect((await ended).code).toBe(4);
        expect(times('You are not signed in any more.')).toBe(1);
      },
    };
  }

  test('what is copied while the line is cut becomes clips, and stays though older news come', async () => {
    const proxy = await startSilentProxy(app.url);
    const syncing = await startSync({}, proxy.url);
    proxy.cut();
    await save('elsewhere, before');
    syncing.copy('here, first');
    await expect.poll(() => syncing.times('cannot be reached')).toBe(1);
    syncing.copy('here, second');
    // The third look from now on comes after another in vain.
    const before = syncing.reads();
    await expect.poll(syncing.reads).toBeGreaterThan(before + 2);
    proxy.speakAgain();
    // Told once more when all that was missed has been looked at.
    await expect.poll(() => syncing.times('are kept equal')).toBe(2);
    await expect.poll(texts).toEqual(['here, second', 'here, first', 'elsewhere, before']);
    expect(syncing.paste()).toBe('here, second');
    await save('elsewhere, after');
    await expect.poll(syncing.paste).toBe('elsewhere, after');
    expect(await texts()).toHaveLength(4);
    expect(syncing.times('cannot be reached')).toBe(1);
    await syncing.stop();
    await proxy.stop();
  });

  test('what steers a terminal is left out of what is put here, and comes back to no one', async () => {
    const syncing = await startSync();
    await save('a\r\nb\u001b[31m\rc\u009b\u007f\td');
    await expect.poll(syncing.paste).toBe('a\nb[31m\nc\td');
    syncing.copy('copied after it');
    await expect.poll(texts).toHaveLength(2);
    expect(await texts()).toEqual(['copied after it', 'a\r\nb\u001b[31m\rc\u009b\u007f\td']);
    await syncing.stop();
  });

  test('a tool that ends before its text can be read makes no clip of the text before', async () => {
    const syncing = await startSync({ isLate: true });
    syncing.copy('copied here');
    await expect.poll(texts).toHaveLength(1);
    await save('saved elsewhere');
    await expect.poll(syncing.paste).toBe('saved elsewhere');
    syncing.copy('copied after it');
    await expect.poll(texts).toContain('copied after it');
    expect(await texts()).toEqual(['copied after it', 'saved elsewhere', 'copied here']);
    await syncing.stop();
  });

  test('what is sent to this device is put here, also what is no news, and is seen', async () => {
    const { body: old } = await save('sent later');
    await save('newer');
    const proxy = await startSilentProxy(app.url);
    const syncing = await startSync({}, proxy.url);
    const { program } = syncing;
    const { body: file } = await save('');
    await upload(app, `/clipboard/${file.id}/files`, ada.headers);
    await sendClip(app, ada, program.id, file.id);
    await expect
      .poll(() => syncing.times(`sent you a file: ${proxy.url}/clips/${file.id}`))
      .toBe(1);
    await sendClip(app, ada, program.id, old.id);
    await expect.poll(syncing.paste).toBe('sent later');
    const inbox = async () =>
      (await call(app, 'GET /devices/inbox', { headers: program.headers })).body.map(
        ({ clip }: { clip: { id: string } }) => clip.id,
      );
    await expect.poll(inbox).toEqual([file.id]);
    proxy.cut();
    syncing.copy('copied while it was away');
    await sendClip(app, ada, program.id, old.id);
    proxy.speakAgain();
    await expect.poll(syncing.paste).toBe('sent later');
    await expect.poll(inbox).toEqual([file.id]);
    expect(await texts()).toHaveLength(4);
    await syncing.stop();
    await proxy.stop();
  });

  test('where the system tells of nothing that is concealed, the first line says so', async () => {
    const syncing = await startSync({ tellsConcealed: false });
    expect(syncing.times('This system does not tell what password managers conceal')).toBe(1);
    await syncing.stop();
  });
});
