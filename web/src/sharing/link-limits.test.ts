import { describe, expect, test } from 'vitest';
import { link } from '../testing/things.ts';
import {
  fourWords,
  draftOf,
  errorsIn,
  isLimited,
  isTightened,
  limitsOf,
  newDraft,
} from './link-limits.ts';
import { factLine, nameOfLink } from './link-facts.ts';

const NOW = Date.parse('2026-05-01T12:00:00.000Z');
const HOUR = 3_600_000;
/** As an input of a date and time has it, in this zone. */
const local = (time: number) => {
  const date = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
};

describe('what a draft limits', () => {
  test.each([
    [{}, false],
    [{ expires: 'day' }, true],
    [{ expires: 'unchanged' }, false],
    [{ opens: 'once' }, true],
    [{ burn: true }, true],
    [{ hasPassword: true }, true],
    [{ label: 'x', notify: true, access: 'edit' }, false],
  ] as const)('%j: %s', (change, limited) => {
    expect(isLimited({ ...newDraft, ...change })).toBe(limited);
  });

  test.each([
    ['never', null],
    ['unchanged', undefined],
    ['hour', 3600],
    ['day', 24 * 3600],
    ['week', 7 * 24 * 3600],
    ['month', 30 * 24 * 3600],
  ] as const)('%s is sent as %s', (expires, expiresIn) => {
    expect(limitsOf({ ...newDraft, expires }, NOW).expiresIn).toBe(expiresIn);
  });

  test('a moment is sent as seconds from now', () => {
    const until = local(NOW + 2 * HOUR);
    expect(limitsOf({ ...newDraft, expires: 'date', until }, NOW).expiresIn).toBe(7200);
  });

  test.each([
    [{ opens: 'unlimited' }, null],
    [{ opens: 'once', times: '7' }, 1],
    [{ opens: 'times', times: '7' }, 7],
  ] as const)('%j opens %s times', (change, maxViews) => {
    expect(limitsOf({ ...newDraft, ...change }, NOW).maxViews).toBe(maxViews);
  });

  test('a password that is set and not typed anew stays; one that is off goes', () => {
    const draft = { ...newDraft, hasPassword: true };
    expect(limitsOf(draft, NOW)).not.toHaveProperty('password');
    expect(limitsOf({ ...draft, password: 'secret' }, NOW).password).toBe('secret');
    expect(limitsOf(newDraft, NOW).password).toBeNull();
  });

  test('a blank label is none', () => {
    expect(limitsOf({ ...newDraft, label: '  ' }, NOW).label).toBeNull();
    expect(limitsOf({ ...newDraft, label: ' For Grace' }, NOW).label).toBe(' For Grace');
  });
});

describe('what is wrong with a draft', () => {
  const wrong = (change: object, keepsPassword = false) =>
    Object.keys(errorsIn({ ...newDraft, ...change }, NOW, keepsPassword));

  test('nothing, as it begins', () => expect(wrong({})).toEqual([]));

  test.each([
    [-HOUR, ['until']],
    [30_000, ['until']],
    [HOUR, []],
    [364 * 24 * HOUR, []],
    [366 * 24 * HOUR, ['until']],
  ])('a moment %i ms ahead: %j', (ahead, found) => {
    expect(wrong({ expires: 'date', until: local(NOW + ahead) })).toEqual(found);
  });

  test('a moment that is none', () => {
    expect(wrong({ expires: 'date', until: '' })).toEqual(['until']);
    // What is not shown is not wrong.
    expect(wrong({ expires: 'day', until: 'nonsense' })).toEqual([]);
  });

  test.each(['0', '-1', '1.5', '1001', 'x', ''])('%j times', (times) => {
    expect(wrong({ opens: 'times', times })).toEqual(['times']);
    expect(wrong({ opens: 'once', times })).toEqual([]);
  });

  test.each(['1', '1000', ' 5 '])('%j times is fine', (times) => {
    expect(wrong({ opens: 'times', times })).toEqual([]);
  });

  test('a password has six characters; an empty field keeps the one there is', () => {
    expect(wrong({ hasPassword: true, password: 'short' })).toEqual(['password']);
    expect(wrong({ hasPassword: true, password: '' })).toEqual(['password']);
    expect(wrong({ hasPassword: true, password: '' }, true)).toEqual([]);
    expect(wrong({ hasPassword: true, password: 'short' }, true)).toEqual(['password']);
    expect(wrong({ hasPassword: true, password: 'longer' })).toEqual([]);
  });
});

test('a link comes into the form as it is', () => {
  const draft = draftOf(
    link('l1', {
      access: 'edit',
      expiresAt: '2027-01-01T00:00:00.000Z',
      maxViews: 5,
      hasPassword: true,
      label: 'For Grace',
      notify: true,
    }),
  );
  expect(draft).toMatchObject({
    access: 'edit',
    expires: 'unchanged',
    opens: 'times',
    times: '5',
    hasPassword: true,
    password: '',
    label: 'For Grace',
    notify: true,
  });
  expect(draftOf(link('l1'))).toEqual(newDraft);
  expect(draftOf(link('l1', { maxViews: 1 })).opens).toBe('once');
});

test.each([
  [{}, {}, false],
  [{}, { hasPassword: true, password: 'longer' }, true],
  [{ hasPassword: true }, {}, false],
  [{ hasPassword: true }, { password: 'longer' }, true],
  [{ hasPassword: true }, { hasPassword: false }, false],
  [{}, { opens: 'once' }, true],
  [{ maxViews: 5 }, { times: '4' }, true],
  [{ maxViews: 5 }, { times: '6' }, false],
  [{ maxViews: 5 }, { opens: 'unlimited' }, false],
  [{}, { expires: 'hour' }, false],
] as const)('of %j, %j keeps out who has it open: %s', (of, change, tightened) => {
  const known = link('l1', of);
  expect(isTightened({ ...draftOf(known), ...change }, known)).toBe(tightened);
});

describe('what is told of a link', () => {
  test.each([
    [{}, 'Never opened'],
    [{ access: 'edit' }, 'Others can edit · never opened'],
    [{ maxViews: 3, views: 1 }, 'Can be opened 2 times'],
    [{ maxViews: 3, views: 3, state: 'used' }, 'Opened'],
    [{ hasPassword: true, burn: true }, 'With a password · deletes the clip'],
  ] as const)('%j: %s', (change, text) => {
    const line = factLine(link('l1', { lastOpenedAt: '2026-01-02T03:04:05.000Z', ...change }));
    if (text === 'Never opened' || text.includes('never'))
      expect(line.toLowerCase()).toContain(text.toLowerCase());
    else expect(line).toContain(text);
  });

  test('its name is its label, else what it leads to', () => {
    expect(nameOfLink(link('l1', { label: 'For Grace' }))).toBe('For Grace');
    expect(nameOfLink(link('l1', { title: 'Buy milk' }))).toBe('Buy milk');
    expect(nameOfLink(link('l1', { title: '' }))).toBe('A link');
    expect(nameOfLink(link('l1', { title: '', kind: 'inbox' }))).toBe('Drop link');
  });
});

test('four words are drawn anew each time', () => {
  const drawn = Array.from({ length: 20 }, fourWords);
  for (const words of drawn) expect(words).toMatch(/^[a-z]+(-[a-z]+){3}$/);
  expect(new Set(drawn).size).toBe(20);
});
