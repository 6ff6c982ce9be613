import { expect, test } from 'vitest';
import { type Piece, planChunks } from './chunks.ts';

const piece = (name: string, bytes: number, imports: number[] = [], isEntry = false): Piece => ({
  modules: [name],
  bytes,
  imports,
  isEntry,
});
const sorted = (plan: string[][]) => plan.map((modules) => modules.toSorted());

test('what the same pages need is one file, and so is little that one page does without', () => {
  const pieces = [
    piece('main', 90_000, [], true),
    piece('dialogs', 30_000, [0]),
    piece('an icon', 300),
    piece('a word', 100),
    piece('one', 5000, [0, 1, 2, 3], true),
    piece('two', 5000, [0, 2, 3], true),
    piece('three', 5000, [0, 3], true),
  ];
  expect(
    sorted(
      planChunks(pieces, [
        [0, 4],
        [0, 5],
        [0, 6],
      ]),
    ),
  ).toEqual([['a word', 'an icon'], ['dialogs']]);
});

test.each([
  [11_000, [['large', 'small']]],
  [13_000, [['small'], ['large']]],
])('a page loads no more than a little that it does not need: %i bytes', (bytes, expected) => {
  const tenPages = Array.from({ length: 10 }, (_, index) =>
    piece(`page ${index}`, 100, [0, 1, 2], true),
  );
  const pieces = [
    piece('main', 90_000, [], true),
    piece('small', 100),
    piece('large', bytes, [1]),
    ...tenPages,
    piece('of the small alone', 100, [0, 1], true),
  ];
  const pages = Array.from({ length: 11 }, (_, index) => [0, 3 + index]);
  expect(sorted(planChunks(pieces, pages))).toEqual(expected);
});

test('no two files import each other, and what others import comes first', () => {
  const pieces = [
    piece('main', 90_000, [], true),
    piece('bottom', 10),
    piece('middle', 50_000, [1]),
    piece('top', 10, [2]),
    piece('one', 10, [0, 3], true),
    piece('two', 10, [0, 1], true),
    piece('three', 10, [0, 2], true),
  ];
  const plan = planChunks(pieces, [
    [0, 4],
    [0, 5],
    [0, 6],
  ]);
  expect(sorted(plan)).toEqual([['bottom'], ['middle', 'top']]);
});

test('what imports a page is left to the bundler', () => {
  const pieces = [
    piece('main', 90_000, [], true),
    piece('page', 10, [0], true),
    piece('around it', 30_000, [1]),
    piece('other page', 10, [0, 2], true),
    piece('third page', 10, [0], true),
  ];
  expect(
    planChunks(pieces, [
      [0, 1],
      [0, 3],
      [0, 4],
    ]),
  ).toEqual([]);
});
