import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeAudit } from './judge-audit.mjs';
import { inProject } from './project.mjs';

const TODAY = '2026-11-21';
const GHSA = 'GHSA-aaaa-bbbb-cccc';
const url = `https://github.com/advisories/${GHSA}`;

/** @param {string} severity */
const found = (severity) => ({
  vulnerabilities: {
    fastify: {
      via: [
        { source: 1, name: 'fastify', title: 'Reads too much', url, severity, range: '<9.9.9' },
      ],
    },
    // What depends on it names it only.
    '@clipline/server': { via: ['fastify'] },
  },
});
const exception = { advisory: GHSA, reason: 'we never call it', until: '2026-12-31' };

describe('the policy', () => {
  test.each(['high', 'critical'])('%s fails', (severity) => {
    expect(judgeAudit(found(severity), [], TODAY)).toEqual({
      notes: ['1 high or critical of 1 known vulnerabilities in production dependencies'],
      problems: [`${severity}: fastify <9.9.9, Reads too much (${url})`],
    });
  });

  test.each(['info', 'low', 'moderate'])('%s is counted and passes', (severity) => {
    expect(judgeAudit(found(severity), [], TODAY)).toEqual({
      notes: ['0 high or critical of 1 known vulnerabilities in production dependencies'],
      problems: [],
    });
  });

  test('an exception lets pass what it names, up to its last day', () => {
    const passed = 'Let pass until 2026-12-31: fastify, Reads too much (we never call it)';
    for (const day of [TODAY, '2026-12-31'])
      expect(judgeAudit(found('high'), [exception], day)).toMatchObject({
        notes: [passed, expect.any(String)],
        problems: [],
      });
    expect(judgeAudit(found('high'), [exception], '2027-01-01').problems).toEqual([
      `high: fastify <9.9.9, Reads too much (${url}); its exception ended on 2026-12-31`,
    ]);
    const other = { ...exception, advisory: 'GHSA-xxxx-yyyy-zzzz' };
    expect(judgeAudit(found('high'), [other], TODAY).problems).toHaveLength(2);
  });

  test('an exception that nothing needs is to be removed', () => {
    expect(judgeAudit({ vulnerabilities: {} }, [exception], TODAY).problems).toEqual([
      `the exception for ${GHSA} is no longer needed: remove it`,
    ]);
  });

  test.each([
    ['no reason', { ...exception, reason: ' ' }],
    ['no date', { advisory: GHSA, reason: 'x' }],
    ['no real date', { ...exception, until: '2026-13-41' }],
    ['no advisory', { ...exception, advisory: 'all of them' }],
    ['too long a time', { ...exception, until: '2027-11-21' }],
  ])('an exception with %s fails, audited or not', (_what, broken) => {
    const problems = judgeAudit(
      undefined,
      [/** @type {typeof exception} */ (broken)],
      TODAY,
    ).problems;
    expect(problems).toEqual([expect.stringMatching(/^the exception \{.*\} (needs|may last) /)]);
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
   * Runs the check with a registry that knows these advisories; without any it has no such service.
   * @param {Record<string, object[]> | undefined} advisories
   */
  async function check(advisories) {
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
    const exceptions = path.join(folder, 'exceptions.json');
    writeFileSync(exceptions, '[]');
    const child = spawn(process.execPath, [inProject('scripts', 'check-audit.mjs'), exceptions], {
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

  test(
    'what it knows of a production dependency fails the check',
    { timeout: 60_000 },
    async () => {
      const { code, output, asked } = await check({
        fastify: [
          { id: 1, url, title: 'Reads too much', severity: 'critical', vulnerable_versions: '*' },
        ],
      });
      expect(output).toContain(`critical: fastify *, Reads too much (${url})`);
      expect(code).toBe(1);
      expect(asked).toContain('fastify');
      // Development packages reach no production install.
      expect(asked).not.toContain('vitest');
    },
  );

  test(
    'one that cannot be asked is said to be so, and fails nothing',
    { timeout: 60_000 },
    async () => {
      expect(await check(undefined)).toMatchObject({
        code: 0,
        output: expect.stringContaining('Not audited'),
      });
    },
  );
});
