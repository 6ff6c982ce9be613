import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { hasNginx, type Nginx, startNginx } from './support/nginx.ts';
import { createAccount } from './support/people.ts';
import { freePort, type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/story.ts';

const NAME = 'clips.example.com';
const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;

test.describe('behind nginx with TLS, as docs/proxy/nginx.conf sets it up', () => {
  test.skip(!hasNginx || !hasOpenSsl, 'needs nginx and openssl');
  let product: Product;
  let nginx: Nginx;
  let folder: string;
  const port = { plain: 0, tls: 0 };

  /** A call as a person makes it who has typed https://clips.example.com. */
  async function ask(
    method: string,
    target: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
  ): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }> {
    const outgoing = request({
      host: '127.0.0.1',
      port: port.tls,
      servername: NAME,
      rejectUnauthorized: false,
      method,
      path: target,
      headers: { host: NAME, ...headers },
    });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  }

  test.beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'clipline-tls-'));
    const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      ...curve,
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      `/CN=${NAME}`,
    ]);
    expect(made.status, String(made.stderr)).toBe(0);
    product = await startProduct({
      HOST: '127.0.0.1',
      PUBLIC_URL: `https://${NAME}`,
      TRUST_PROXY: '127.0.0.1',
    });
    // Chosen last: another process has the less time to take one.
    [port.plain, port.tls] = [await freePort(), await freePort()];
    const names = {
      '127.0.0.1:3000': `127.0.0.1:${new URL(product.url).port}`,
      'listen 80;': `listen 127.0.0.1:${port.plain};`,
      'listen 443 ssl': `listen 127.0.0.1:${port.tls} ssl`,
      [`/etc/letsencrypt/live/${NAME}/fullchain.pem`]: certificate,
      [`/etc/letsencrypt/live/${NAME}/privkey.pem`]: key,
    };
    nginx = await startNginx('nginx.conf', names, [port.plain, port.tls]);
  });
  test.afterAll(async () => {
    await nginx?.stop();
    await product?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a visitor without TLS is sent to it', async () => {
    const answer = await fetch(`http://127.0.0.1:${port.plain}/clips/abc?x=1`, {
      headers: { host: NAME },
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      `https://${NAME}/clips/abc?x=1`,
    ]);
  });

  test('calls, files that are too large and live sockets pass', async () => {
    expect(await ask('GET', '/readyz')).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': expect.any(String) },
    });
    const account = await createAccount(product);
    const json = { 'content-type': 'application/json' };
    const { name: _name, ...credentials } = account;
    const login = await ask('POST', '/api/auth/login', {
      headers: json,
      body: JSON.stringify(credentials),
    });
    const { session } = JSON.parse(login.text) as { session: { access_token: string } };
    const authorization = `Bearer ${session.access_token}`;
    const clip = JSON.parse(
      (
        await ask('POST', '/api/clipboard', {
          headers: { ...json, authorization },
          body: '{"content":"x"}',
        })
      ).text,
    ) as { id: string };
    const boundary = randomBytes(8).toString('hex');
    const upload = (bytes: number) =>
      ask('POST', `/api/clipboard/${clip.id}/files`, {
        headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
          ),
          Buffer.alloc(bytes, 1),
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
    expect((await upload(10_485_760)).status).toBe(201);
    const refused = await upload(10_485_761);
    // By the node, in its own words, not by nginx.
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      413,
      { code: 'FILE_TOO_LARGE' },
    ]);

    const socket = io(`https://127.0.0.1:${port.tls}`, {
      transports: ['websocket'],
      reconnection: false,
      rejectUnauthorized: false,
      extraHeaders: { host: NAME, origin: `https://${NAME}` },
    });
    const joined = (await new Promise((resolve, reject) => {
      socket.once('connect_error', reject);
      socket.once('connect', () => socket.emit('join:clip', { clipId: clip.id }, resolve));
    })) as { ok: boolean };
    expect(joined.ok).toBe(true);
    const heard = new Promise((resolve) => socket.once('clip-content-updated', resolve));
    await ask('PUT', `/api/clipboard/${clip.id}`, {
      headers: { ...json, authorization },
      body: '{"content":"live"}',
    });
    expect(await heard).toMatchObject({ clipId: clip.id, content: 'live' });
    socket.close();
  });
});
