/** What a first visit downloads, in gzipped bytes of the production build, against the budgets. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { inProject } from './project.mjs';

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */

const KB = 1000;
const LAZY_CHUNK = 40 * KB;
const CSS = 14 * KB;
const LANDING_HTML = 20 * KB;
const FONTS = 55 * KB;

const features = 'src/features/';
/** What stands around every page with lists or live updates, and is fetched with it. */
const withData = ['src/app/data-providers.tsx', 'socket.io-client/build/esm/index.js'];
const signedIn = { budget: 140 * KB, around: withData };
const light = { budget: 110 * KB, around: [] };

/** @type {Record<string, { budget: number, around: string[] }>} by the source of the page */
const pages = {
  [`${features}landing/landing-page.tsx`]: light,
  [`${features}auth/auth-page.tsx`]: light,
  [`${features}auth/email-confirmation-page.tsx`]: light,
  [`${features}auth/reset-password-page.tsx`]: light,
  'src/app/not-found-page.tsx': light,
  [`${features}clips/shared-clip-page.tsx`]: { budget: 125 * KB, around: withData },
};

const dist = inProject('web', 'dist');
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));

/** @type {Map<string, number>} */
const sizes = new Map();
/** @param {string} file */
function gzipped(file) {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(path.join(dist, file))).length;
  sizes.set(file, size);
  return size;
}

/** @param {string} source */
function keyOf(source) {
  const key = Object.keys(manifest).find((known) => known === source || known.endsWith(`/${source}`));
  if (!key) throw new Error(`${source} is not in the manifest of the build: correct scripts/check-budgets.mjs`);
  return key;
}

/**
 * The scripts that these chunks need before they run, themselves included.
 * @param {string[]} keys
 */
function filesOf(keys) {
  /** @type {Set<string>} */
  const files = new Set();
  const visited = new Set();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) continue;
    visited.add(key);
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...files];
}

/** @param {string[]} files */
function total(files) {
  return files.reduce((sum, file) => sum + gzipped(file), 0);
}

const problems = /** @type {string[]} */ ([]);
/**
 * @param {string} what
 * @param {number} bytes
 * @param {number} budget
 */
function hold(what, bytes, budget) {
  console.log(`${(bytes / KB).toFixed(1).padStart(7)} of ${String(budget / KB).padStart(3)} kB  ${what}`);
  if (bytes > budget) problems.push(`${what} is ${(bytes / KB).toFixed(1)} kB, over its budget of ${budget / KB} kB`);
}

const entry = keyOf('index.html');
const pageSources = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'));
if (pageSources.length === 0) problems.push('the build has no lazily loaded *-page.tsx: what it measures is gone');
for (const listed of Object.keys(pages)) keyOf(listed);
for (const source of pageSources.toSorted()) {
  const { budget, around } = pages[source] ?? signedIn;
  hold(source.replace(/^src\//, ''), total(filesOf([entry, ...around.map(keyOf), source])), budget);
}

const atOnce = new Set(filesOf([entry]));
const lazy = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) => file.endsWith('.js') && !atOnce.has(file));
const largest = lazy.toSorted((one, other) => gzipped(other) - gzipped(one))[0];
if (largest) hold(`largest lazy chunk, ${path.basename(largest)}`, gzipped(largest), LAZY_CHUNK);

const assets = readdirSync(path.join(dist, 'assets'));
hold('styles', total(assets.filter((file) => file.endsWith('.css')).map((file) => `assets/${file}`)), CSS);
hold('landing page, styles inlined', gzipped('landing.html'), LANDING_HTML);
const fonts = assets
  .filter((file) => file.endsWith('.woff2'))
  .reduce((sum, file) => sum + readFileSync(path.join(dist, 'assets', file)).length, 0);
hold('fonts', fonts, FONTS);

for (const problem of problems) console.error(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
