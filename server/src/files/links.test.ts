import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FileRow } from './files.queries.ts';
import { manyCases } from '../../testing/cases.ts';
import { fileLinks } from './links.ts';

const HOUR = 3600_000;
const file: FileRow = {
  id: 'file-1',
  blob_id: 'b',
  holder_kind: 'clip',
  holder_id: 'c',
  name: 'a.txt',
  size: 3,
  media_type: 'text/plain',
  created_at: 0,
  is_unseen: 0,
  preview_turns: 0,
  preview_width: null,
  preview_height: null,
};
const links = fileLinks('a secret of at least thirty-two bytes');
const now = Date.UTC(2030, 0, 1, 12, 59, 59, 999);

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams);
const minted = (reader = 'anyone') => queryOf(links.present(file, reader).url);

test('a link says nothing but what it must', () => {
  expect(links.present(file, 'anyone')).toEqual({
    id: 'file-1',
    name: 'a.txt',
    size: 3,
    type: 'text/plain',
    url: expect.stringMatching(
      /^\/api\/files\/file-1\?for=anyone&expires=\d+&signature=[\w-]{43}$/,
    ),
    preview: null,
  });
});

test('the link of a preview opens nothing else, and there is none before its turn', () => {
  const previewed = { ...file, preview_width: 3, preview_height: 2 };
  const preview = links.previewOf(previewed, 'anyone');
  expect(links.present(previewed, 'anyone').preview).toEqual(preview);
  expect(preview).toMatchObject({ width: 3, height: 2 });
  const query = queryOf(preview?.url ?? '');
  expect(links.isValid('file-1', query, 'preview')).toBe(true);
  expect(links.isValid('file-1', query)).toBe(false);
  expect(links.isValid('file-1', minted(), 'preview')).toBe(false);
  for (const waiting of [{ is_unseen: 1 }, { preview_turns: 1 }])
    expect(links.previewOf({ ...previewed, ...waiting }, 'anyone')).toBe(null);
});

test('equal reads within an hour give equal links, which live for an hour or more', () => {
  const first = minted();
  expect(Number(first['expires']) * 1000 - now).toBeGreaterThanOrEqual(HOUR);
  vi.setSystemTime(now - HOUR + 1000);
  expect(minted()).toEqual(first);
  vi.setSystemTime(now + 1);
  expect(minted()).not.toEqual(first);
});

test('a link is valid until it expires', () => {
  const link = minted();
  expect(links.isValid('file-1', link)).toBe(true);
  vi.setSystemTime(Number(link['expires']) * 1000 - 1);
  expect(links.isValid('file-1', link)).toBe(true);
  vi.setSystemTime(Number(link['expires']) * 1000);
  expect(links.isValid('file-1', link)).toBe(false);
});

test('nothing of a link can be altered', () => {
  const link = minted('reader-1');
  const { signature = '' } = link;
  expect(links.isValid('file-2', link)).toBe(false);
  expect(links.isValid('file-1', { ...link, for: 'reader-2' })).toBe(false);
  expect(
    links.isValid('file-1', { ...link, expires: String(Number(link['expires']) + 3600) }),
  ).toBe(false);
  expect(links.isValid('file-1', { ...link, expires: `${link['expires']}0` })).toBe(false);
  for (const other of [
    '',
    'x',
    signature.slice(1),
    `${signature}A`,
    signature.toUpperCase(),
    '\u00e9'.repeat(signature.length),
    signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  ]) {
    expect(links.isValid('file-1', { ...link, signature: other }), other).toBe(false);
  }
  expect(links.isValid('file-1', {})).toBe(false);
  expect(fileLinks('another secret of at least thirty-two bytes').isValid('file-1', link)).toBe(
    false,
  );
});

test('with any character of it replaced, added or left out a link is refused', () => {
  const url = links.present(file, 'reader-1').url;
  const read = (text: string) => {
    const { pathname, searchParams } = new URL(text, 'http://x');
    return { pathname, query: Object.fromEntries(searchParams) };
  };
  const original = read(url);
  const at = fc.integer({ min: '/api/files/'.length, max: url.length - 1 });
  fc.assert(
    fc.property(
      at,
      fc.constantFrom('replace', 'insert', 'remove'),
      fc.integer({ min: 0x21, max: 0x7e }),
      (index, how, code) => {
        const put = how === 'remove' ? '' : String.fromCharCode(code);
        const altered = url.slice(0, index) + put + url.slice(index + (how === 'insert' ? 0 : 1));
        const { pathname, query } = read(altered);
        // Some alterations are another spelling of the same link, or add what is not read.
        const same =
          pathname === original.pathname &&
          Object.entries(original.query).every(([name, value]) => query[name] === value);
        expect([altered, links.isValid(pathname.slice('/api/files/'.length), query)]).toEqual([
          altered,
          same,
        ]);
      },
    ),
    manyCases(),
  );
});
