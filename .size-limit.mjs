/**
 * What a first visit downloads of JavaScript, gzipped: three budgets for pages, held by the
 * heaviest of all languages, and one for whatever is loaded later.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = 'web/dist';

/** @param {string} html */
const scriptsIn = (html) =>
  [
    ...readFileSync(`${dist}/${html}`, 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ].map(([, script]) => `${dist}/${script}`);

/** @type {Map<string, number>} */
const weights = new Map();
/** @param {string} file */
function gzipped(file) {
  const known = weights.get(file) ?? gzipSync(readFileSync(file)).length;
  weights.set(file, known);
  return known;
}
/** @param {string[]} files */
const weight = (files) => files.reduce((sum, file) => sum + gzipped(file), 0);

/**
 * @param {string} what
 * @param {string} limit
 * @param {string[][]} each
 */
const heaviest = (what, limit, each) => ({
  name: what,
  path: each.toSorted((one, other) => weight(other) - weight(one))[0],
  limit,
  gzip: true,
});

const pages = readdirSync(dist)
  .filter((name) => name.endsWith('.html'))
  .map((html) => ({ name: html.split('.', 1)[0] ?? '', scripts: scriptsIn(html) }));
/** @param {(name: string) => boolean} wanted */
const scriptsOf = (wanted) =>
  pages.filter(({ name }) => wanted(name)).map(({ scripts }) => scripts);
const first = ['landing', 'auth'];
const shared = ['clips-clipId'];

const atOnce = new Set(pages.flatMap(({ scripts }) => scripts));
const later = readdirSync(`${dist}/assets`)
  .map((name) => `${dist}/assets/${name}`)
  .filter((file) => file.endsWith('.js') && !atOnce.has(file));

export default [
  heaviest(
    'landing and sign-in',
    '130 kB',
    scriptsOf((name) => first.includes(name)),
  ),
  heaviest(
    'a shared clip',
    '150 kB',
    scriptsOf((name) => shared.includes(name)),
  ),
  heaviest(
    'any other page',
    '195 kB',
    scriptsOf((name) => ![...first, ...shared].includes(name)),
  ),
  heaviest(
    'a chunk that is loaded later',
    '60 kB',
    later.map((script) => [script]),
  ),
];
