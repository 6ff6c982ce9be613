import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { App } from '../core/app.ts';

const PLACEHOLDER = '%CLIPLINE_SERVER%';
const compress = promisify(gzip);

const fileOf = ({ webFolder }: App) => path.join(webFolder, 'clipline.mjs');

const scriptOf = async (app: App): Promise<string> =>
  (await readFile(fileOf(app), 'utf8')).replaceAll(PLACEHOLDER, app.config.PUBLIC_URL);

const entryOf = (name: string, body: string) => ({
  header: { name, size: Buffer.byteLength(body), mode: 0o600, mtime: new Date(0) },
  body,
});

async function archiveOf(app: App): Promise<Buffer> {
  const { packTar } = await import('modern-tar');
  const manifest = JSON.stringify({
    name: 'clipline',
    version: app.version,
    license: 'MIT',
    type: 'module',
    bin: { clipline: 'clipline.mjs' },
    engines: { node: '>=20' },
  });
  const packed = await packTar([
    entryOf('package/package.json', manifest),
    entryOf('package/clipline.mjs', await scriptOf(app)),
  ]);
  return compress(packed);
}

function onceABuild<T>(app: App, make: (app: App) => Promise<T>): () => Promise<T> {
  let kept: { readonly builtAt: number; readonly made: T } | undefined;
  return async () => {
    const { mtimeMs: builtAt } = await stat(fileOf(app));
    if (kept?.builtAt !== builtAt) kept = { builtAt, made: await make(app) };
    return kept.made;
  };
}

function serveMade(
  app: App,
  url: string,
  type: string,
  make: (app: App) => Promise<string | Buffer>,
): void {
  const made = onceABuild(app, make);
  app.server.get(url, async (request, reply) => {
    await app.limitCalls(app.addressOf(request.raw));
    const content = await made().catch(() => undefined);
    reply.header('cache-control', 'no-cache');
    if (content !== undefined) return reply.type(type).send(content);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The command is not built yet. Run: npm run build\n');
  });
}

export function serveCommand(app: App): void {
  serveMade(app, '/clipline.mjs', 'text/javascript; charset=utf-8', scriptOf);
  serveMade(app, '/cli.tgz', 'application/gzip', archiveOf);
}
