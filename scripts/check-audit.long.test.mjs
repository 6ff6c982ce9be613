import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judge } from './audit.ts';

const GHSA = 'GHSA-aaaa-bbbb-cccc';
const url = `https://github.com/advisories/${GHSA}`;
const exception = { advisory: GHSA, reason: 'we never call it', until: '2026-11-24' };
const FINDING = `critical: fastify *, Reads too much (${url})`;

/** @param {string} severity */
const found = (severity) => ({
  vulnerabilities: {
    fastify: {
      via: [{ title: 'Reads too much', url, severity, name: 'fastify', range: '*' }],
    },
    // Through the one above, which is told by itself.
    '@fastify/static': { via: ['fastify'] },
  },
});

describe('what a report says', () => {
  test.each(['high', 'critical'])('fails the check where it is %s', (severity) => {
    expect(judge(found(severity), [], '2026-11-24')).toEqual([
      `${severity}: fastify *, Reads too much (${url})`,
    ]);
  });

  test.each(['low', 'moderate'])('passes where it is %s', (severity) => {
    expect(judge(found(severity), [], '2026-11-24')).toEqual([]);
  });

  test('passes by an exception with a reason until its day, and no longer', () => {
    expect(judge(found('critical'), [exception], '2026-11-24')).toEqual([]);
    expect(judge(found('critical'), [exception], '2026-11-25')).toEqual([FINDING]);
    expect(judge(found('critical'), [{ ...exception, reason: '' }], '2026-11-24')).toEqual([
      FINDING,
    ]);
    expect(
      judge(found('critical'), [{ ...exception, advisory: 'GHSA-other' }], '2026-11-24'),
    ).toEqual([FINDING, 'the exception for GHSA-other is no longer needed: remove it']);
  });

  test('fails the check where an exception is for nothing', () => {
    expect(judge({ vulnerabilities: {} }, [exception], '2026-11-24')).toEqual([
      `the exception for ${GHSA} is no longer needed: remove it`,
    ]);
  });

  test('is nothing where the registry could not be asked', () => {
    expect(judge({}, [exception], '2026-11-24')).toEqual([]);
  });
});

describe('against a registry', () => {
  /** @type {string} */
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'audit-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /**
   * Runs the check with a registry that knows these advisories, or fails with this status.
   * @param {Record<string, object[]> | number} advisories
   * @param {object[]} exceptions
   * @param {string} CI
   */
  async function check(advisories, exceptions = [], CI = '') {
    /** @type {string[]} */
    const asked = [];
    const registry = createServer((request, response) => {
      if (typeof advisories === 'number') return response.writeHead(advisories).end('{}');
      if (!request.url?.endsWith('/security/advisories/bulk'))
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
        CI,
        npm_config_fetch_retries: '0',
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

  test('what it knows of a production dependency fails the check, but for exceptions', async () => {
    const known = {
      fastify: [
        { id: 1, url, title: 'Reads too much', severity: 'critical', vulnerable_versions: '*' },
      ],
    };
    const { code, output, asked } = await check(known);
    expect(output).toContain(FINDING);
    expect(code).toBe(1);
    expect(asked).toContain('fastify');
    // Development packages reach no production install.
    expect(asked).not.toContain('vitest');
    expect(await check(known, [{ ...exception, until: '2999-12-31' }])).toMatchObject({ code: 0 });
  });

  test.each([404, 405])('one that has no such service (%d) fails nothing', async (status) => {
    expect(await check(status, [], 'true')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Not audited: the registry has no such service.'),
    });
  });

  test('one that cannot be asked fails where CI is set, and there alone', async () => {
    const output = expect.stringContaining('Not audited: the registry could not be asked.');
    expect(await check(503, [], 'true')).toMatchObject({ code: 1, output });
    expect(await check(503)).toMatchObject({ code: 0, output });
  });
});
