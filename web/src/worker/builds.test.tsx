import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BUILD_LOCK } from '../lib/build-lock.ts';
import { forgetOldBuilds, fromAnyBuild, keepBuild, keptShell } from './builds.ts';

// In a browser, since caches and locks are its own.

const empty = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};
beforeEach(async () => {
  // The build puts these into the script.
  vi.stubGlobal('BUILD', 'new');
  vi.stubGlobal('LANGUAGE', 'en');
  vi.stubGlobal('FILES', ['/assets/a.js', '/assets/b.css']);
  await empty();
});
afterEach(empty);

const pageOf = (build: string) => new Response(`<body data-build="${build}">`);

/** As an earlier worker left it; without a page it was never complete. */
async function left(at: number, build: string, { language = 'en', whole = true } = {}) {
  const cache = await caches.open(`clipline ${at} ${build} ${language}`);
  await cache.put(`/assets/${build}.js`, new Response(build));
  if (whole) await cache.put('/dashboard', pageOf(build));
}

const buildsKept = async () =>
  (await caches.keys()).map((name) => name.split(' ').slice(2).join(' '));

/** What the server has, by address. */
function serve(answers: Record<string, () => Response | Promise<Response>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return answers[address]?.() ?? new Response('Not found', { status: 404 });
  });
  return asked;
}
const script = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/javascript' } });
const html = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
const whole = {
  '/assets/a.js': () => script('a'),
  '/assets/b.css': () => script('b'),
  '/dashboard?lang=en': () => pageOf('new'),
};

test('the two newest builds stay, and what was never complete goes', async () => {
  await left(1, 'first');
  await left(2, 'second');
  await left(3, 'broken', { whole: false });
  await left(4, 'third');
  await left(5, 'third', { language: 'de' });
  await caches.open('of another program');
  await forgetOldBuilds();
  expect(await buildsKept()).toEqual(['third en', 'third de', 'program']);
});

test('of one build that was kept twice the later stays', async () => {
  await left(1, 'first');
  await left(2, 'second');
  await left(3, 'second');
  await forgetOldBuilds();
  expect(await caches.keys()).toEqual(['clipline 1 first en', 'clipline 3 second en']);
});

test('the files of a page that is open stay, however old', async () => {
  for (const [at, build] of ['first', 'second', 'third', 'fourth'].entries()) await left(at, build);
  let close = () => {};
  const open = new Promise<void>((resolve) => (close = resolve));
  const held = new Promise<void>((resolve) => {
    void navigator.locks.request(`${BUILD_LOCK}first`, { mode: 'shared' }, () => {
      resolve();
      return open;
    });
  });
  await held;
  await forgetOldBuilds();
  expect(await buildsKept()).toEqual(['first en', 'third en', 'fourth en']);
  close();
  await expect
    .poll(async () => {
      await forgetOldBuilds();
      return buildsKept();
    })
    .toEqual(['third en', 'fourth en']);
});

test('a build is kept with all its files, and what another has is not fetched again', async () => {
  await left(1, 'a');
  const asked = serve(whole);
  await keepBuild();
  expect(asked.toSorted()).toEqual(['/assets/b.css', '/dashboard?lang=en']);
  expect(await buildsKept()).toEqual(['a en', 'new en']);
  expect(await (await keptShell())!.text()).toBe('<body data-build="new">');
  expect(await (await fromAnyBuild('/assets/b.css'))!.text()).toBe('b');
});

test.each([
  ['a file is missing', { '/assets/b.css': () => new Response('', { status: 404 }) }],
  ['the server fails', { '/assets/b.css': () => new Response('', { status: 500 }) }],
  ['a network replies with a page of its own', { '/assets/b.css': () => html('Welcome') }],
  ['the connection ends', { '/assets/b.css': () => Promise.reject(new TypeError('cut')) }],
  ['the page is of another build', { '/dashboard?lang=en': () => pageOf('newer') }],
  ['the page is refused', { '/dashboard?lang=en': () => new Response('', { status: 503 }) }],
])('nothing is kept of a build where %s', async (_what, change) => {
  await left(1, 'before');
  serve({ ...whole, ...change });
  await expect(keepBuild()).rejects.toThrow(/arrive|cut/);
  expect(await buildsKept()).toEqual(['before en']);
  expect(await (await keptShell())!.text()).toBe('<body data-build="before">');
});
