import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rowsInOrder, rowsPerId } from './rows-per-id.ts';

const row = (id: string, name: string) => ({ id, name });
const perId = (ids: string[], rows: ReturnType<typeof row>[]) =>
  rowsPerId(ids, rows, ({ id }) => id).map((group) => group.map(({ name }) => name));

describe('each id has its rows', () => {
  test('in the order of the ids, and in that in which the rows came', () => {
    const rows = [row('c', 'z'), row('a', 'b'), row('c', 'a'), row('a', 'a')];
    expect(perId(['c', 'b', 'a'], rows)).toEqual([['z', 'a'], [], ['b', 'a']]);
  });

  test('also where it is asked for twice', () => {
    expect(perId(['b', 'a', 'b'], [row('b', 'one'), row('a', 'two')])).toEqual([
      ['one'],
      ['two'],
      ['one'],
    ]);
  });

  test('and none of others', () => {
    const others = ['', 'A', 'aa', 'z', 'é', 'constructor'].map((id) => row(id, id));
    expect(perId(['a', 'm'], others)).toEqual([[], []]);
    expect(perId([], others)).toEqual([]);
    expect(perId(['a'], [])).toEqual([[]]);
  });

  test('as a Map would have them, for any ids', () => {
    const ids = Array.from({ length: 300 }, () =>
      randomBytes(1 + (randomBytes(1)[0]! % 2)).toString('base64url'),
    );
    const rows = Array.from({ length: 900 }, (_, at) =>
      row(ids[(at * 7) % 400] ?? 'none', String(at)),
    );
    const map = Map.groupBy(rows, ({ id }) => id);
    expect(perId(ids, rows)).toEqual(ids.map((id) => (map.get(id) ?? []).map(({ name }) => name)));
  });
});

test('rows come in the order of their ids, and those that are gone are left out', () => {
  const rows = [row('a', ''), row('c', '')];
  expect(rowsInOrder(['c', 'gone', 'a'], rows)).toEqual([row('c', ''), row('a', '')]);
});
