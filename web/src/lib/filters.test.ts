import { describe, expect, test, vi } from 'vitest';
import { choice, chosen, filterSet, order, timeZone } from './filters.ts';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'text', label: 'Text' },
] as const;
const filters = filterSet({
  kind: choice(KINDS, 'all', { as: 'type' }),
  sort: choice(
    [
      { value: 'date', label: 'Date' },
      { value: 'name', label: 'Name' },
    ] as const,
    'date',
    { sorts: true },
  ),
  order,
});
const read = (address: string) => filters.read(new URLSearchParams(address));
const write = (change: Partial<typeof filters.none>, address = '') =>
  filters.write(new URLSearchParams(address), { ...filters.none, ...change }).toString();

test('an option is known by its value; anything else is not set', () => {
  expect(chosen(KINDS, 'text', 'all')).toBe('text');
  expect(chosen(KINDS, 'sound', 'all')).toBe('all');
  expect(chosen(KINDS, null, 'all')).toBe('all');
});

describe('the address', () => {
  test.each([
    ['', filters.none],
    ['type=text&search=two+words', { ...filters.none, kind: 'text', search: 'two words' }],
    ['order=asc&sort=name', { ...filters.none, order: 'asc', sort: 'name' }],
    ['type=sound&order=up&sort=', filters.none],
    // The name in the address counts, not the field's own.
    ['kind=text', filters.none],
  ])('%j is read', (address, expected) => expect(read(address)).toEqual(expected));

  test.each([
    [{}, ''],
    [{ kind: 'text' }, 'type=text'],
    [{ search: '  ' }, ''],
    [{ search: 'a&b' }, 'search=a%26b'],
    [{ order: 'asc', sort: 'name' }, 'sort=name&order=asc'],
  ] as const)('%j is written', (change, address) => expect(write(change)).toBe(address));

  test('keeps what is not a filter, but for the page', () => {
    expect(write({ kind: 'text' }, 'tab=content&page=3&type=all')).toBe('tab=content&type=text');
    expect(write({}, 'tab=content&type=text')).toBe('tab=content');
  });

  test('comes back as it was', () => {
    const all = { search: 'x', kind: 'text', sort: 'name', order: 'asc' } as const;
    expect(read(write(all))).toEqual(all);
  });
});

describe('what is set', () => {
  test.each([
    [{}, 0, false],
    [{ search: 'x' }, 0, true],
    [{ search: ' ' }, 0, false],
    [{ kind: 'text' }, 1, true],
    // Sorting leaves nothing out.
    [{ order: 'asc', sort: 'name' }, 0, false],
  ] as const)('%j: %i, narrows %s', (change, count, narrows) => {
    const of = { ...filters.none, ...change };
    expect(filters.count(of)).toBe(count);
    expect(filters.narrows(of)).toBe(narrows);
  });
});

test.each([
  ['Asia/Kolkata', 0, 'Asia/Kolkata'],
  ['Etc/Unknown', -330, '+05:30'],
  ['UTC+3', -180, '+03:00'],
  ['GMT-04:00', 240, '-04:00'],
  [undefined, 210, '-03:30'],
  [undefined, 0, '+00:00'],
])('in %s, %i minutes to UTC, days are those of %s', (name, offset, zone) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: name,
  } as Intl.ResolvedDateTimeFormatOptions);
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
  expect(timeZone()).toBe(zone);
});
