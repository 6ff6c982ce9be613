import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Serving } from '../../platform/http/serve.ts';
import type { Programs } from './programs.ts';

/** Where the file is told which server handed it out. */
const PLACEHOLDER = '%CLIPLINE_SERVER%';
const compress = promisify(gzip);

const entryOf = (name: string, body: string) => ({
  header: { name, size: Buffer.byteLength(body), mode: 0o600, mtime: new Date(0) },
  body,
});

const scriptOf = async ({ webFolder, publicUrl }: Programs): Promise<string> =>
  (await readFile(path.join(webFolder, 'clipline.mjs'), 'utf8')).replaceAll(PLACEHOLDER, publicUrl);

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

function serveMade(
  { server, addressOf, limitCalls }: Serving,
  url: string,
  type: string,
  make: () => Promise<string | Buffer>,
): void {
  server.get(url, async (request, reply: FastifyReply) => {
    await limitCalls(addressOf(request));
    const content = await make().catch(() => undefined);
    reply.header('cache-control', 'no-cache');
    if (content !== undefined) return reply.type(type).send(content);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The command is not built yet. Run: npm run build\n');
  });
}

/** The command line, for `curl` and for `npx`; what it says is read when it is asked for. */
export function serveCommand(serving: Serving, programs: Programs): void {
  serveMade(serving, '/clipline.mjs', 'text/javascript; charset=utf-8', () => scriptOf(programs));
  serveMade(serving, '/cli.tgz', 'application/gzip', () => archiveOf(programs));
}
