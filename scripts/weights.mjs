/**
 * What a first visit downloads, in gzipped bytes of the production build, against the budgets of
 * each part.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { inProject } from './project.mjs';

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */

export const KB = 1000;
const LAZY_CHUNK = 60 * KB;
const CSS = 14 * KB;
const LANDING_HTML = 22 * KB;
const FONTS = 55 * KB;

const features = 'src/features/';
/** What stands around every page with lists or live updates, and is fetched with it. */
const withData = ['src/app/frame.tsx', 'socket.io-client/build/esm/index.js'];
const signedIn = { budget: 165 * KB, around: [...withData, 'src/app/chrome.tsx'] };
const light = { budget: 125 * KB, around: [] };

/** @type {Record<string, { budget: number, around: string[] }>} by the source of the page */
const pages = {
  [`${features}landing/landing-page.tsx`]: light,
  [`${features}auth/auth-page.tsx`]: light,
  [`${features}auth/email-confirmation-page.tsx`]: light,
  [`${features}auth/reset-password-page.tsx`]: light,
  'src/app/not-found-page.tsx': light,
  [`${features}clips/shared-clip-page.tsx`]: { budget: 140 * KB, around: withData },
};

const dist = inProject('web', 'dist');
/** Each language is an app of its own; of all, the heaviest counts. */
const languages = readdirSync(path.join(dist, '.vite')).map((file) => ({
  suffix: /^manifest(.*)\.json$/.exec(file)?.[1] ?? '',
  manifest: /** @type {Record<string, Chunk>} */ (
    JSON.parse(readFileSync(path.join(dist, '.vite', file), 'utf8'))
  ),
}));

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

/**
 * @param {Record<string, Chunk>} manifest
 * @param {string} source
 */
function keyOf(manifest, source) {
  const key = Object.keys(manifest).find(
    (known) => known === source || known.endsWith(`/${source}`),
  );
  if (!key)
    throw new Error(`${source} is not in the manifest of the build: correct scripts/weights.mjs`);
  return key;
}

/**
 * The scripts that these chunks need before they run, themselves included.
 * @param {Record<string, Chunk>} manifest
 * @param {string[]} keys
 */
function filesOf(manifest, keys) {
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

/** @typedef {{ what: string, bytes: number, budget: number }} Weight */

/**
 * Of one language.
 * @param {(typeof languages)[number]} built
 * @returns {Weight[]}
 */
function weightsOf({ suffix, manifest }) {
  const entry = keyOf(manifest, 'index.html');
  for (const listed of Object.keys(pages)) keyOf(manifest, listed);
  const routed = Object.keys(manifest)
    .filter((key) => key.endsWith('-page.tsx'))
    .toSorted()
    .map((source) => {
      const { budget, around } = pages[source] ?? signedIn;
      const keys = [entry, ...around.map((each) => keyOf(manifest, each)), source];
      return { what: source.replace(/^src\//, ''), bytes: total(filesOf(manifest, keys)), budget };
    });
  if (routed.length === 0)
    throw new Error('The build has no lazily loaded *-page.tsx: what it measures is gone');

  const atOnce = new Set(filesOf(manifest, [entry]));
  const lazy = [...new Set(Object.values(manifest).map(({ file }) => file))].filter(
    (file) => file.endsWith('.js') && !atOnce.has(file),
  );
  return [
    ...routed,
    { what: 'largest lazy chunk', bytes: Math.max(...lazy.map(gzipped)), budget: LAZY_CHUNK },
    {
      what: 'landing page, styles inlined',
      bytes: gzipped(`landing${suffix}.html`),
      budget: LANDING_HTML,
    },
  ];
}

/**
 * Every part of the built web app that has a budget, in the language where it is heaviest.
 * @returns {Weight[]}
 */
export function weights() {
  /** @type {Map<string, Weight>} */
  const heaviest = new Map();
  for (const weight of languages.flatMap(weightsOf)) {
    const known = heaviest.get(weight.what);
    if (!known || weight.bytes > known.bytes) heaviest.set(weight.what, weight);
  }
  const assets = readdirSync(path.join(dist, 'assets'));
  const ofKind = (/** @type {string} */ ending) =>
    assets.filter((file) => file.endsWith(ending)).map((file) => `assets/${file}`);
  const fonts = ofKind('.woff2').reduce(
    (sum, file) => sum + readFileSync(path.join(dist, file)).length,
    0,
  );
  return [
    ...heaviest.values(),
    { what: 'styles', bytes: total(ofKind('.css')), budget: CSS },
    { what: 'fonts', bytes: fonts, budget: FONTS },
  ];
}
