import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { options } from './config.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

/** What a compose file sets for the server itself; all else comes from `.env` as it is there. */
function setFor(file: string): Record<string, string> {
  const [, block = ''] =
    /env_file:\n\s+- path: \.env\n\s+required: false\n\s+environment:\n([^]*?)\n {2,4}[a-z]/.exec(
      read(file),
    ) ?? [];
  const set = [...block.matchAll(/^\s+([A-Z\d_]+): (.*)$/gm)];
  return Object.fromEntries(set.map(([, name = '', value = '']) => [name, value]));
}

test.each([
  ['compose.yaml', ['DATA_DIR']],
  ['compose.cluster.yaml', ['DATA_DIR', 'PORT']],
])('every setting reaches the container of %s but %j', (file, own) => {
  const set = setFor(file);
  expect(Object.keys(options)).toEqual(expect.arrayContaining(Object.keys(set)));
  const fixed = Object.entries(set).filter(([name, value]) => !value.startsWith(`\${${name}:`));
  expect(fixed.map(([name]) => name).toSorted()).toEqual(own);
  expect('PUBLIC_URL' in set).toBe(file === 'compose.cluster.yaml');
});

test.each(['compose.yaml', 'compose.cluster.yaml'])('images of %s have a tag', (file) => {
  for (const [, image = ''] of read(file).matchAll(/^\s+image: (.*)$/gm))
    expect(image).toMatch(/:[\w.-]+$/);
});

test.each(['127.0.0.1', '0.0.0.0', '::1', ''])('its health is asked at HOST=%s', async (host) => {
  const [, command = ''] = /HEALTHCHECK [^]*?\n\s+CMD (.*)\n/.exec(read('Dockerfile')) ?? [];
  const [, ...flags] = JSON.parse(command) as string[];
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end('{}');
  });
  server.listen(0, host || '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const ask = async () => {
    const env = { HOST: host, PORT: String(port) };
    return (await once(spawn(process.execPath, flags, { env }), 'exit'))[0] as number;
  };
  expect([await ask(), asked]).toEqual([0, ['/healthz']]);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  expect(await ask()).toBe(1);
});
