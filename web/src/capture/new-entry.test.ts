import { expect, test, vi } from 'vitest';
import { hasCapacity, newEntry } from './entry.ts';

const MEGABYTE = 1024 ** 2;
const entryOf = (content: string, bytes = 0) => ({
  ...newEntry({ userId: 'u1', content, state: 'waiting' }, []),
  files: bytes > 0 ? [{ name: 'a', type: '', size: bytes }] : [],
});
const storage = (quota: number, usage: number) =>
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota, usage }) } });

test('an entry begins with nothing done', () => {
  const file = new File(['12'], 'a.txt', { type: 'text/plain' });
  expect(newEntry({ userId: 'u1', content: 'x', state: 'held' }, [file])).toMatchObject({
    userId: 'u1',
    state: 'held',
    files: [{ name: 'a.txt', type: 'text/plain', size: 2 }],
    filesSent: 0,
    clipId: null,
    tried: false,
    undone: false,
  });
});

test('two hundred are kept, and no more', async () => {
  vi.stubGlobal('navigator', {});
  const kept = Array.from({ length: 199 }, () => entryOf('x'));
  expect(await hasCapacity(entryOf('x'), kept)).toBe(true);
  expect(await hasCapacity(entryOf('x'), [...kept, entryOf('x')])).toBe(false);
});

test('a hundred megabytes are kept, with what is kept already', async () => {
  vi.stubGlobal('navigator', {});
  const kept = [entryOf('', 60 * MEGABYTE)];
  expect(await hasCapacity(entryOf('', 40 * MEGABYTE), kept)).toBe(true);
  expect(await hasCapacity(entryOf('x', 40 * MEGABYTE), kept)).toBe(false);
});

test('half of what the browser still has is left to it', async () => {
  storage(30 * MEGABYTE, 10 * MEGABYTE);
  expect(await hasCapacity(entryOf('', 10 * MEGABYTE), [])).toBe(true);
  expect(await hasCapacity(entryOf('', 10 * MEGABYTE + 1), [])).toBe(false);
});
