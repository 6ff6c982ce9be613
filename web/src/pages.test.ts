import { existsSync } from 'node:fs';
import path from 'node:path';
import { CLIPS_PAGE_SIZE, TRASH_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { expect, test } from 'vitest';
import { clipFilters, queryOf, RECENT_CLIPS } from './features/clips/list/filters.ts';
import { urlOf } from './lib/api.ts';
import { htmlName, notFound, pages } from './pages.ts';

test('each has a module, a title, and HTML of its own', () => {
  const all = [...pages, notFound];
  for (const page of all) {
    expect([page.file, existsSync(path.join(import.meta.dirname, page.file))]).toEqual([
      page.file,
      true,
    ]);
    expect(page.title()).not.toBe('');
  }
  expect(new Set(all.map(htmlName)).size).toBe(all.length);
  expect(htmlName(notFound)).toBe('index');
});

test('what is marked in the navigation is there', () => {
  const entries = new Set(pages.filter(({ entry }) => entry).map((page) => page.path));
  const marked = pages.flatMap(({ under }) => under ?? []);
  expect(marked.filter((under) => !entries.has(under))).toEqual([]);
});

/** Sent before any script has come, so it is written out; it is of use only if the app asks so. */
test.each([
  ['/dashboard', urlOf('GET /clipboard/history', {}, queryOf(clipFilters.none, 1, RECENT_CLIPS))],
  ['/clips', urlOf('GET /clipboard/history', {}, queryOf(clipFilters.none, 1, CLIPS_PAGE_SIZE))],
  [
    '/favorites',
    urlOf('GET /clipboard/favorites', {}, queryOf(clipFilters.none, 1, CLIPS_PAGE_SIZE)),
  ],
  ['/rooms', urlOf('GET /rooms')],
  ['/trash', urlOf('GET /trash', {}, { page: 1, pageSize: TRASH_PAGE_SIZE })],
])('%s reads first what its page asks for', (address, url) => {
  expect(pages.find((page) => page.path === address)?.firstRead).toBe(url);
});
