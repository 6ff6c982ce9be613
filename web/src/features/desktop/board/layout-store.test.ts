import { beforeEach, expect, test, vi } from 'vitest';
import type { Rect } from './rect.ts';
import { LayoutStore, SAVE_AFTER_MS } from './layout-store.ts';

const at = (x: number): Rect => ({ x, y: 0, width: 200, height: 152 });
let saves: Record<string, number>[];
let failing: string[];
let store: LayoutStore;

beforeEach(() => {
  vi.useFakeTimers();
  saves = [];
  failing = [];
  store = new LayoutStore();
  store.saveWith(async (rects) => {
    saves.push(Object.fromEntries([...rects].map(([id, { x }]) => [id, x])));
    return failing;
  });
});

test('the layout is saved once, half a second after the last change', async () => {
  store.settle('a', at(8));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  store.settle('a', at(16));
  store.settle('b', at(24));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  expect(saves).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(saves).toEqual([{ a: 16, b: 24 }]);
  expect(store.rectOf('a')).toBeUndefined();
});

test('a block that is being dragged keeps its position and is not saved', async () => {
  store.settle('a', at(8));
  store.hold('a', at(8));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(saves).toEqual([]);
  expect(store.rectOf('a')).toEqual(at(8));
  store.settle('a', at(40));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(saves).toEqual([{ a: 40 }]);
});

test('a drag that is called off leaves what the server knows', () => {
  store.hold('a', at(8));
  store.release('a');
  expect(store.rectOf('a')).toBeUndefined();
});

test('what could not be saved stays where it was put, for the next try', async () => {
  failing = ['a'];
  store.settle('a', at(8));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(store.rectOf('a')).toEqual(at(8));
  failing = [];
  await store.flush();
  expect(saves).toEqual([{ a: 8 }, { a: 8 }]);
  expect(store.rectOf('a')).toBeUndefined();
});

test('a change during a save is saved after it, never before', async () => {
  const answers: (() => void)[] = [];
  store.saveWith((rects) => {
    saves.push(Object.fromEntries([...rects].map(([id, { x }]) => [id, x])));
    return new Promise((resolve) => answers.push(() => resolve([])));
  });
  store.settle('a', at(8));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  store.settle('a', at(16));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS * 3);
  expect(saves).toEqual([{ a: 8 }]);
  answers[0]!();
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(saves).toEqual([{ a: 8 }, { a: 16 }]);
});

test('a deleted block is forgotten', async () => {
  store.settle('a', at(8));
  store.keepOnly(new Set(['b']));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(saves).toEqual([]);
});

test('as the page closes, all is sent at once, also what waits behind a save under way', async () => {
  const paces: [string[], string][] = [];
  let reply!: (failed: string[]) => void;
  const replied = new Promise<string[]>((resolve) => (reply = resolve));
  store.saveWith((rects, pace) => {
    paces.push([[...rects.keys()], pace]);
    return replied;
  });
  store.settle('a', at(8));
  void store.flush();
  store.settle('b', at(16));
  const closed = store.flushAtOnce();
  expect(paces).toEqual([
    [['a'], 'in turn'],
    [['a', 'b'], 'at once'],
  ]);
  reply([]);
  await closed;
  expect([store.rectOf('a'), store.rectOf('b')]).toEqual([undefined, undefined]);
});
