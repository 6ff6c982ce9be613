import type { App } from '../core/app.ts';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Programs } from './programs.ts';

/** Where the file is told which server handed it out. */
const PLACEHOLDER = '%CLIPLINE_SERVER%';
const compress = promisify(gzip);

const entryOf = (name: string, body: string) => ({
  header: { name, size: Buffer.byteLength(body), mode: 0o600, mtime: new Date(0) },
  body,
});

const fileOf = ({ webFolder }: Programs) => path.join(webFolder, 'clipline.mjs');

const scriptOf = async (programs: Programs): Promise<string> =>
  (await readFile(fileOf(programs), 'utf8')).replaceAll(PLACEHOLDER, programs.publicUrl);

const manifestOf = ({ version }: Programs) =>
  JSON.stringify({
    name: 'clipline',
    version,
    license: 'MIT',
    type: 'module',
    bin: { clipline: 'clipline.mjs' },
    engines: { node: '>=20' },
  });

async function archiveOf(programs: Programs): Promise<Buffer> {
  const { packTar } = await import('modern-tar');
  return compress(
    await packTar([
      entryOf('package/package.json', manifestOf(programs)),
      entryOf('package/clipline.mjs', await scriptOf(programs)),
    ]),
  );
}

/** Made of the file as it is built, once for each build. */
function onceABuild<T>(file: string, make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly builtAt: number; readonly made: T } | undefined;
  return async () => {
    const { mtimeMs: builtAt } = await stat(file);
    if (kept?.builtAt !== builtAt) kept = { builtAt, made: await make() };
    return kept.made;
  };
}

function serveMade(
  { server, addressOf, limitCalls }: App,
  url: string,
  type: string,
  make: () => Promise<string | Buffer>,
): void {
  server.get(url, async (request, reply: FastifyReply) => {
    await limitCalls(addressOf(request.raw));
    const content = await make().catch(() => undefined);
    reply.header('cache-control', 'no-cache');
    if (content !== undefined) return reply.type(type).send(content);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The command is not built yet. Run: npm run build\n');
  });
}

/** The command line, for `curl` and for `npx`. */
export function serveCommand(app: App, programs: Programs): void {
  const made = <T>(make: (programs: Programs) => Promise<T>) =>
    onceABuild(fileOf(programs), () => make(programs));
  serveMade(app, '/clipline.mjs', 'text/javascript; charset=utf-8', made(scriptOf));
  serveMade(app, '/cli.tgz', 'application/gzip', made(archiveOf));
}
