import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const GHSA = 'GHSA-aaaa-bbbb-cccc';
const url = `https://github.com/advisories/${GHSA}`;
const exception = { advisory: GHSA, reason: 'we never call it', until: '2999-12-31' };
const found = (severity = 'critical') => ({
  fastify: [{ id: 1, url, title: 'Reads too much', severity, vulnerable_versions: '*' }],
});
const FINDING = `critical: fastify *, Reads too much (${url})`;

describe('against a registry', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'audit-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /**
   * Runs the check with a registry that knows these advisories; without any it has no such service.
   * @param {Record<string, object[]> | undefined} advisories
   * @param {object[]} exceptions
   */
  async function check(advisories, exceptions = []) {
    /** @type {string[]} */
    const asked = [];
    const registry = createServer((request, response) => {
      if (!advisories || !request.url?.endsWith('/security/advisories/bulk'))
        return response.writeHead(404).end('{}');
      void buffer(request).then((body) => {
        const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
        asked.push(...Object.keys(/** @type {object} */ (JSON.parse(plain.toString()))));
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(advisories));
      });
    });
    await new Promise((resolve) => registry.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (registry.address());
    const file = path.join(folder, 'exceptions.json');
    writeFileSync(file, JSON.stringify(exceptions));
    const script = fileURLToPath(new URL('check-audit.ts', import.meta.url));
    const child = spawn(process.execPath, [script, file], {
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: path.join(folder, 'cache'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    registry.closeAllConnections();
    registry.close();
    return { code, output, asked };
  }

  test('what it knows of a production dependency fails the check', async () => {
    const { code, output, asked } = await check(found());
    expect(output).toContain(FINDING);
    expect(code).toBe(1);
    expect(asked).toContain('fastify');
    // Development packages reach no production install.
    expect(asked).not.toContain('vitest');
  });

  test('what is moderate passes', async () => {
    expect(await check(found('moderate'))).toMatchObject({ code: 0 });
  });

  test('an exception with a reason lets one pass until its day, and no longer', async () => {
    expect(await check(found(), [exception])).toMatchObject({ code: 0 });
    for (const broken of [{ until: '2020-01-01' }, { reason: '' }, { advisory: 'GHSA-other' }])
      expect(await check(found(), [{ ...exception, ...broken }])).toMatchObject({
        code: 1,
        output: expect.stringContaining(FINDING),
      });
  });

  test('an exception that nothing needs has to go', async () => {
    expect(await check({}, [exception])).toMatchObject({
      code: 1,
      output: expect.stringContaining('no longer needed'),
    });
  });

  test('one that cannot be asked is said to be so, and fails nothing', async () => {
    expect(await check(undefined)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Not audited'),
    });
  });
});
