/**
 * `npm test`: Vitest, then Playwright, and at the end what was left out and the sum of what they
 * counted: `N passed, N failed, N skipped`. The exit code says the same. With arguments, as in `npm
 * test -- --project server`, Vitest alone runs a part. `npm run test:long` runs what is slow by nature:
 * `*.long.test.*`, which `npm test` leaves out, and `*.sized.test.*`, which it runs small.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const SERVICES = {
  TEST_DATABASE_URL: 'PostgreSQL',
  TEST_REDIS_URL: 'Redis',
  TEST_S3_ENDPOINT: 'an S3 server',
};
/** Groups say in their name what they need, such as `(needs to mount one, as root)`. */
const NEED = / *\(needs (?!TEST_)(.+)\)$/;

/** What the JSON reporters of the two write, as far as it is read here. */
interface Report {
  readonly stats?: Record<'expected' | 'unexpected' | 'skipped', number>;
  readonly testResults?: readonly { readonly assertionResults: readonly Noted[] }[];
}
interface Noted {
  readonly type?: string;
  readonly description?: string;
  readonly status?: string;
  readonly ancestorTitles?: readonly string[];
  readonly fullName?: string;
  readonly failureMessages?: readonly string[];
  /** Of a file of tests that could not be run. */
  readonly name?: string;
  readonly message?: string;
  /** Of a story. */
  readonly ok?: boolean;
  readonly file?: string;
  readonly line?: number;
  readonly title?: string;
}

const args = process.argv.slice(2);
const isLong = args[0] === '--long';
const part = isLong ? [] : args;
const isAll = part.length === 0;

const packages = path.join(import.meta.dirname, '..', 'node_modules');
const MEMORY = '/dev/shm';
const MEMORY_BYTES = 4 * 2 ** 30;

/** In memory, where Linux has room there: otherwise most of the time goes to flushes of a disk. */
function roomyFolder(): string {
  const mounts = existsSync(MEMORY) ? readFileSync('/proc/mounts', 'utf8') : '';
  if (!/ \/dev\/shm tmpfs (?!\S*noexec)/.test(mounts)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < MEMORY_BYTES ? os.tmpdir() : MEMORY;
}

const folder = mkdtempSync(path.join(roomyFolder(), 'clipline-'));
process.env['TMPDIR'] = folder;
const leftOut = new Set<string>();
const failures = new Set<string>();
const sum = { passed: 0, failed: 0, skipped: 0 };

async function run(script: string, options: readonly string[], report: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(packages, script), ...options], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(isLong && { TRUE_SIZE: 'on' }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const json = existsSync(report) ? readFileSync(report, 'utf8') : '{}';
  const { stats, testResults = [] } = JSON.parse(json, noteOutcomes) as Report;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = all.filter(({ status }) => status === 'passed').length;
  const failed = all.filter(({ status }) => status === 'failed').length;
  sum.passed += stats?.expected ?? passed;
  // A run that fails for another reason than a test, such as that there is none, failed.
  sum.failed += (stats?.unexpected ?? failed) || (code === 0 ? 0 : 1);
  sum.skipped += stats?.skipped ?? all.length - passed - failed;
}

function noteOutcomes(_key: string, value: unknown): unknown {
  const { type, description, status = '', ancestorTitles = [], ...more } = (value ?? {}) as Noted;
  const [failure] = more.failureMessages ?? [];
  if (failure !== undefined) failures.add(`${more.fullName}: ${stripVTControlCharacters(failure)}`);
  if (more.ok === false) failures.add(`${more.file}:${more.line} ${more.title}`);
  if (status === 'failed' && more.message)
    failures.add(`${more.name}: ${stripVTControlCharacters(more.message)}`);
  if (type === 'skip' && description !== undefined) leftOut.add(description);
  if (status === 'skipped' || status === 'pending')
    for (const title of ancestorTitles)
      if (NEED.test(title)) leftOut.add(title.replace(NEED, ': needs $1'));
  return value;
}

const units = path.join(folder, 'vitest.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${units}`];
// A line a file, but for what fails.
const briefly = ['--silent=passed-only', '--slowTestThreshold=Infinity'];
const which = isLong
  ? ['.long.test.', '.sized.test.']
  : isAll
    ? ['--exclude=**/*.long.test.*']
    : part;
await run('vitest/vitest.mjs', ['run', ...reporters, ...briefly, ...which], units);
if (isAll) {
  const stories = path.join(folder, 'playwright.json');
  const files = isLong ? String.raw`\.(long|sized)\.test\.` : String.raw`^(?!.*\.long\.test\.)`;
  await run('@playwright/test/cli.js', ['test', files, '--reporter=dot,json'], stories);
}
rmSync(folder, { recursive: true, force: true });
for (const [variable, name] of Object.entries(SERVICES))
  if (!process.env[variable])
    console.log(`Left out: tests that need ${name} (set ${variable} to run them).`);
if (isAll && !isLong)
  console.log(
    "Left out: floods at their true size, faults, the tools' own tests, Firefox and WebKit: npm run test:long",
  );
for (const line of leftOut) console.log(`Left out: ${line}.`);
for (const test of failures) console.log(`Failed: ${test}`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
