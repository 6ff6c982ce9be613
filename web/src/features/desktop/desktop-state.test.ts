import { expect, test } from 'vitest';
import type { Block } from '../../things/content.ts';
import {
  NOTHING,
  sameItems,
  withItem,
  withChange,
  withoutItem,
  withRead,
} from './desktop-state.ts';

const desktop = { id: 'd', network_id: 'n' };
const item = (id: string, version = 1, x = 0): Block => ({
  id,
  content: id,
  position: { x, y: 0 },
  size: { width: 200, height: 150 },
  files: [],
  version,
});
const known = (...items: Block[]) => ({ ...NOTHING, desktop, items });
const ids = (state: { items: readonly Block[] }) => state.items.map(({ id }) => id);

test('a read brings what is new and drops what is gone', () => {
  const before = known(item('a'), item('b'));
  expect(ids(withRead(before, before, { desktop, items: [item('b'), item('c')] }))).toEqual([
    'b',
    'c',
  ]);
});

test('news that arrive during a read are not undone by it', () => {
  const before = known(item('a'), item('b'));
  const now = withItem(withoutItem(withChange(before, 'b', item('b', 2, 80)), 'a'), item('c'));
  const after = withRead(before, now, { desktop, items: [item('a'), item('b')] });
  expect(ids(after)).toEqual(['b', 'c']);
  expect(after.items[0]?.position.x).toBe(80);
});

test('an older state never replaces a newer one', () => {
  const state = known(item('a', 3, 80));
  expect(withChange(state, 'a', item('a', 2, 0)).items[0]?.position.x).toBe(80);
  expect(withItem(state, item('a', 2)).items[0]?.version).toBe(3);
});

test('a restored item comes back, also in later reads', () => {
  const state = withItem(withoutItem(known(item('a')), 'a'), item('a', 3));
  expect(ids(state)).toEqual(['a']);
  expect(ids(withRead(state, state, { desktop, items: [item('a', 3)] }))).toEqual(['a']);
});

test('a removal and a restoration may be heard in either order', () => {
  const [before, restored] = [known(item('a')), item('a', 3)];
  expect(withoutItem(withItem(before, restored), 'a', 2).items).toEqual([restored]);
  expect(withItem(withoutItem(before, 'a', 2), restored).items).toEqual([restored]);
});

test('news from before a removal do not bring back what is gone', () => {
  const gone = withoutItem(known(item('a')), 'a', 2);
  expect(ids(withItem(gone, item('a', 1)))).toEqual([]);
  expect(ids(withItem(withoutItem(gone, 'a'), item('a', 2)))).toEqual([]);
});

test('two states are the same when they hold the same versions', () => {
  expect(sameItems([item('a'), item('b', 2)], [item('b', 2), item('a')])).toBe(true);
  expect(sameItems([item('a')], [item('a', 2)])).toBe(false);
  expect(sameItems([item('a')], [item('a'), item('b')])).toBe(false);
});
