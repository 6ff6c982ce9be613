import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCuttingLine } from '../server/testing/cutting-line.ts';
import { hasNginx, type Nginx, startNginx } from './support/nginx.ts';
import { createAccount } from './support/people.ts';
import { freePort, type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/story.ts';

const command = fileURLToPath(new URL('../cli/src/main.ts', import.meta.url));
const NAME = 'clips.example.com';
const MEGABYTE = 1024 ** 2;
const film = randomBytes(30 * MEGABYTE + 1);

test.describe('behind nginx that takes a third of a film at once', () => {
  test.skip(!hasNginx || spawnSync('openssl', ['version']).status !== 0, 'needs nginx and openssl');
  let product: Product;
  let nginx: Nginx;
  let url: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-film-'));

  test.beforeAll(async () => {
    const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const curve = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
    const files = ['-keyout', key, '-out', certificate, '-subj', `/CN=${NAME}`];
    const made = spawnSync('openssl', ['req', '-x509', ...curve.split(' '), ...files]);
    expect(made.status, String(made.stderr)).toBe(0);
    product = await startProduct({
      PUBLIC_URL: `https://${NAME}`,
      TRUST_PROXY: '127.0.0.1',
      MAX_FILE_MB: '4096',
    });
    // Chosen last: another process has the less time to take one.
    const [plain, tls] = [await freePort(), await freePort()];
    url = `https://127.0.0.1:${tls}`;
    const names = {
      '127.0.0.1:3000': `127.0.0.1:${new URL(product.url).port}`,
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen 443 ssl': `listen 127.0.0.1:${tls} ssl`,
      [`/etc/letsencrypt/live/${NAME}/fullchain.pem`]: certificate,
      [`/etc/letsencrypt/live/${NAME}/privkey.pem`]: key,
      // As 100 MB are to a film of 300.
      'client_max_body_size 1100m': 'client_max_body_size 10m',
    };
    nginx = await startNginx('nginx.conf', names, [plain, tls]);
  });
  test.afterAll(async () => {
    await nginx?.stop();
    await product?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the line is cut, the sender and the server are killed: the film that comes back is the same', async () => {
    const { email, password } = await createAccount(product);
    const login = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { session } = (await login.json()) as { session: { access_token: string } };
    const run = (args: string[], env: Record<string, string>) => {
      const child = spawn(process.execPath, ['--no-warnings', command, ...args], {
        cwd: folder,
        env: {
          CLIPLINE_TOKEN: session.access_token,
          XDG_CONFIG_HOME: folder,
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return { child, ended: once(child, 'exit') };
    };
    writeFileSync(path.join(folder, 'film.mp4'), film);

    const line = await startCuttingLine(url, 4 * MEGABYTE, 15 * MEGABYTE, 24 * MEGABYTE);
    const first = run(['push', 'film.mp4'], line.env);
    await line.allCut;
    first.child.kill('SIGKILL');
    await first.ended;
    await product.kill();
    await product.start();

    const again = await startCuttingLine(url, 4 * MEGABYTE);
    expect(await run(['push', 'film.mp4'], again.env).ended).toEqual([0, null]);
    expect(again.left).toEqual([]);
    const back = await startCuttingLine(url, 9 * MEGABYTE, 20 * MEGABYTE);
    mkdirSync(path.join(folder, 'back'));
    expect(await run(['pull', 'latest', '-o', 'back'], back.env).ended).toEqual([0, null]);
    expect(back.left).toEqual([]);
    expect(readFileSync(path.join(folder, 'back', 'film.mp4')).equals(film)).toBe(true);
    for (const each of [line, again, back]) each.stop();
  });
});
