import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { manyCases } from '../../testing/cases.ts';
import { box, filmOf, webmOf } from '../../testing/films.ts';
import type { FilmType } from './names.ts';
import { hasPicture } from './tracks.ts';

const readerOf = (bytes: Buffer) =>
  vi.fn(async (at: number, length: number) => bytes.subarray(at, at + length));
const look = (type: FilmType, bytes: Buffer) => hasPicture(type, readerOf(bytes), bytes.length);

const long = Buffer.alloc(16);
long.writeUInt32BE(1);
long.write('mdat', 4);
long.writeBigUInt64BE(16n, 8);

test.each([
  ['a film', filmOf('isom', ['vide', 'soun']), true],
  ['sound first', filmOf('qt', ['soun', 'vide']), true],
  ['a voice memo', filmOf('mp42', ['soun']), false],
  ['its list at the end', filmOf('isom', ['soun'], 100_000), false],
  ['long lengths', Buffer.concat([long, filmOf('isom', ['soun'])]), false],
  ['its list cut', filmOf('isom', ['vide']).subarray(0, 60), true],
  ['no list', box('ftyp', 'isom'), true],
  ['no length', Buffer.concat([box('ftyp', 'isom'), Buffer.alloc(3)]), true],
])('MP4: %s', async (_name, bytes, expected) => {
  expect(await look('video/mp4', bytes)).toBe(expected);
});

test.each([
  ['a film', webmOf([2, 1]), true],
  ['a recording', webmOf([2]), false],
  ['its list behind much', webmOf([2], 'x'.repeat(9000)), false],
  ['no list', webmOf([]), true],
])('WebM: %s', async (_name, bytes, expected) => {
  expect(await look('video/webm', bytes)).toBe(expected);
});

test('what is made to be long to look through is not looked through', async () => {
  const boxes = Array.from({ length: 1000 }, () => box('free', 'x'.repeat(5000)));
  const bytes = Buffer.concat([...boxes, filmOf('isom', ['soun'])]);
  const read = readerOf(bytes);
  expect(await hasPicture('video/mp4', read, bytes.length)).toBe(true);
  expect(read.mock.calls.length).toBeLessThanOrEqual(64);
});

test('whatever the bytes are, it comes to an end', async () => {
  const types = fc.constantFrom<FilmType>('video/mp4', 'video/webm');
  const start = fc.constantFrom(filmOf('isom', ['soun']), webmOf([2]));
  await fc.assert(
    fc.asyncProperty(types, start, fc.nat(), fc.uint8Array(), async (type, bytes, at, noise) => {
      const altered = Buffer.from(bytes);
      altered.set(noise.subarray(0, altered.length - (at % altered.length)), at % altered.length);
      expect([true, false]).toContain(await look(type, altered));
    }),
    manyCases(),
  );
});
