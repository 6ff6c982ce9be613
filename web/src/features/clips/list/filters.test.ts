import { describe, expect, it } from 'vitest';
import { clipFilters, queryOf, type ClipFilters } from './filters.ts';

const { none: NONE, read, write, count, narrows } = clipFilters;
const set: ClipFilters = {
  search: 'two words',
  type: 'file',
  favorite: false,
  dateRange: 'week',
  tags: ['a', 'b'],
};

describe('filters in the address', () => {
  it('come back as they were', () => {
    expect(read(write(new URLSearchParams('page=3'), set))).toEqual(set);
    expect(write(new URLSearchParams('page=3'), set).has('page')).toBe(false);
  });

  it('leave no trace when nothing is set', () => {
    expect(write(new URLSearchParams('search=x&type=text&page=2'), NONE).toString()).toBe('');
  });

  it('take what they do not know for not set', () => {
    expect(read(new URLSearchParams('type=sound&favorite=maybe&date=never'))).toEqual(NONE);
  });

  it('are counted for the badge, where a search shows by itself', () => {
    expect(count(set)).toBe(4);
    expect(narrows({ ...NONE, search: ' ' })).toBe(false);
    expect(narrows({ ...NONE, search: 'x' })).toBe(true);
  });

  it('ask the server for what is set and nothing else', () => {
    expect(queryOf(NONE, 1, 20)).toEqual({ page: 1, pageSize: 20 });
    expect(queryOf(set, 2, 20)).toEqual({
      page: 2,
      pageSize: 20,
      search: 'two words',
      type: 'file',
      favorite: 'false',
      tag: ['a', 'b'],
      dateRange: 'week',
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});
