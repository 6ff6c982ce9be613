import { ProductError } from '@clipline/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Archive } from './archive.ts';
import { checkArchive } from './check-archive.ts';

const MEGABYTE = 1024 * 1024;

/** Few clips of many megabytes, and how much of them was unpacked. */
function archiveOfLongTexts(count: number) {
  const at = '2024-01-02T03:04:05.678Z';
  const content = 'x'.repeat(MEGABYTE / 4);
  const clipOf = (id: number) =>
    JSON.stringify({
      id: String(id),
      content,
      isFavorite: false,
      createdAt: at,
      updatedAt: at,
      files: [],
    });
  const texts: Record<string, string[]> = {
    'manifest.json': ['{"format":"clipline-export","version":1}'],
    'clips.json': Array.from({ length: count }, (_, id) => `${id ? ',\n' : '[\n'}${clipOf(id)}`),
    'desktop.json': ['[]\n'],
  };
  texts['clips.json']?.push('\n]\n');
  let unpacked = 0;
  const archive: Archive = {
    rooms: [],
    has: (path) => path in texts,
    sizeOfFile: () => undefined,
    async *text(path) {
      for (const text of texts[path] ?? []) {
        unpacked += text.length;
        yield Buffer.from(text);
      }
    },
    file: () => (async function* () {})(),
  };
  return { archive, unpacked: () => unpacked };
}

test('few things of many megabytes: the check ends with the session, within two of them', async () => {
  const { archive, unpacked } = archiveOfLongTexts(24);
  const ended = async () => {
    throw new ProductError('UNAUTHORIZED');
  };
  await expect(checkArchive(archive, ended)).rejects.toThrow(
    expect.objectContaining({ code: 'UNAUTHORIZED' }),
  );
  expect(unpacked()).toBeLessThan(2 * MEGABYTE);
});

test('others have a turn between two long lines', async () => {
  const { archive } = archiveOfLongTexts(12);
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await checkArchive(archive, async () => {});
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(12);
});
