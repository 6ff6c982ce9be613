import { describe, expect, test } from 'vitest';
import { type KeptClip, matchingKept } from './keeper.ts';

const at = (day: number) => `2026-05-${String(day).padStart(2, '0')}T12:00:00.000Z`;
const kept = (id: string, change: Partial<KeptClip> = {}): KeptClip => ({
  id,
  content: `Text of ${id}`,
  isFavorite: false,
  files: [],
  createdAt: at(1),
  ...change,
});

describe('a list without a connection', () => {
  const ALL = [
    kept('milk', { content: 'Buy Crème fraîche', isFavorite: true, createdAt: at(20) }),
    kept('plan', {
      content: '',
      files: [{ name: 'Plan.PDF', type: '', size: 1 }],
      createdAt: at(13),
    }),
    kept('work', { tags: [{ id: 't1', name: 'Work', color: 'blue' }], createdAt: at(2) }),
  ];
  // A Wednesday.
  const now = new Date(2026, 4, 20, 18);
  const found = (
    query: Parameters<typeof matchingKept>[2],
    source: Parameters<typeof matchingKept>[1] = 'history',
  ) => matchingKept(ALL, source, query, now).map(({ id }) => id);

  test.each([
    [{}, ['milk', 'plan', 'work']],
    [{ search: 'creme' }, ['milk']],
    [{ search: 'fraiche buy' }, ['milk']],
    [{ search: 'plan.pdf' }, ['plan']],
    [{ search: 'nothing of it' }, []],
    [{ type: 'file' }, ['plan']],
    [{ type: 'text' }, ['milk', 'work']],
    [{ type: 'all' }, ['milk', 'plan', 'work']],
    [{ favorite: 'true' }, ['milk']],
    [{ favorite: 'false' }, ['plan', 'work']],
    [{ tag: ['t1'] }, ['work']],
    [{ tag: ['t1', 't2'] }, []],
    [{ dateRange: 'today' }, ['milk']],
    [{ dateRange: 'week' }, ['milk']],
    [{ dateRange: 'month' }, ['milk', 'plan', 'work']],
  ] as const)('%j', (query, ids) => {
    expect(found(query as never)).toEqual(ids);
  });

  test('of favourites has favourites alone', () => {
    expect(found({}, 'favorites')).toEqual(['milk']);
    expect(found({ search: 'plan' }, 'favorites')).toEqual([]);
  });
});
