import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Debian keeps it where only root looks. */
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
/** Whether this machine has the program `nginx`. */
export const hasNginx = spawnSync('nginx', ['-v'], { env }).status === 0;

export interface Nginx {
  stop(): Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/**
 * Runs nginx with a file of docs/proxy/, in which each of the names is replaced, and waits until it
 * listens on the ports.
 */
export async function startNginx(
  file: string,
  names: Readonly<Record<string, string>>,
  ports: readonly number[],
): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-nginx-'));
  let site = readFileSync(
    fileURLToPath(new URL(`../../docs/proxy/${file}`, import.meta.url)),
    'utf8',
  );
  for (const [name, value] of Object.entries(names)) {
    if (!site.includes(name)) throw new Error(`${file} does not say ${name}`);
    site = site.replaceAll(name, value);
  }
  writeFileSync(path.join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  const child = spawn(
    'nginx',
    ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`],
    { env, stdio: 'ignore' },
  );
  const ended = once(child, 'exit').then(() => true);
  for (const port of ports) {
    while (!(await answers(port))) {
      if (await Promise.race([ended, delay(20, false)]))
        throw new Error(`nginx ended: ${readFileSync(`${folder}/error.log`, 'utf8')}`);
    }
  }
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
