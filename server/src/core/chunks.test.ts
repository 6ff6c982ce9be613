import { expect, test } from 'vitest';
import { CHUNK_BYTES, chunksOf } from './chunks.ts';

test('chunks are as large as they may be, and what is larger is alone', () => {
  const sizes = [1, 1, CHUNK_BYTES, 5, CHUNK_BYTES * 2, 1];
  const chunks = [...chunksOf(sizes, 2, (bytes) => bytes)];
  expect(chunks).toEqual([[1, 1], [CHUNK_BYTES], [5], [CHUNK_BYTES * 2], [1]]);
  expect([...chunksOf([1, 2, 3], 2)]).toEqual([[1, 2], [3]]);
  expect([...chunksOf([], 2)]).toEqual([]);
});
