import { MAX_VERSION_BYTES, MAX_VERSIONS } from '@clipline/contract/limits.ts';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../core/time.ts';
import { type KeptVersion, lookAgainAt, outOfTime, overLimits } from './thinning.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-22T12:00:00Z');
const at = (version: number, ended_at: number, more: Partial<KeptVersion> = {}): KeptVersion => ({
  version,
  ended_at,
  is_last_own: 0,
  bytes: 10,
  ...more,
});
/** One every ten minutes from a moment back to another, newest first. */
const everyTenMinutes = (from: number, to: number) =>
  Array.from({ length: Math.floor((from - to) / (10 * MINUTE)) }, (_, index) =>
    at(100_000 - index, from - index * 10 * MINUTE),
  );
const versionsOf = (versions: readonly KeptVersion[]) => versions.map(({ version }) => version);
const left = (all: readonly KeptVersion[], gone: readonly KeptVersion[]) =>
  all.filter((each) => !gone.includes(each));

describe('time', () => {
  test('keeps everything of 24 hours, then one an hour, then one a day, then nothing', () => {
    const all = everyTenMinutes(NOON, NOON - 40 * DAY_MS);
    const kept = left(all, outOfTime(all, 30, NOON));
    const aged = (from: number, to: number) =>
      kept.filter(({ ended_at: end }) => NOON - end >= from && NOON - end < to);
    expect(aged(0, DAY_MS)).toHaveLength(24 * 6);
    expect(aged(DAY_MS, 7 * DAY_MS)).toHaveLength(6 * 24 + 1);
    // The first of them is what noon leaves of a day that is half among those of hours.
    expect(aged(7 * DAY_MS, 30 * DAY_MS)).toHaveLength(24);
    expect(aged(30 * DAY_MS, Infinity)).toEqual([]);
  });

  test('keeps the newest of an hour and of a day', () => {
    const hour = NOON - 2 * DAY_MS;
    const day = NOON - 10 * DAY_MS;
    const all = [at(6, hour + 50 * MINUTE), at(5, hour + 10 * MINUTE), at(3, day + 5), at(2, day)];
    expect(versionsOf(left(all, outOfTime(all, 30, NOON)))).toEqual([6, 3]);
  });

  test('ends with the days of the plan', () => {
    const all = [at(2, NOON - 6 * DAY_MS), at(1, NOON - 7 * DAY_MS)];
    expect(versionsOf(outOfTime(all, 7, NOON))).toEqual([1]);
    expect(outOfTime(all, 30, NOON)).toEqual([]);
  });

  test("leaves the owner's last text before another's change, until it is too old", () => {
    const hour = NOON - 2 * DAY_MS;
    const all = [at(3, hour + 3), at(2, hour + 2, { is_last_own: 1 }), at(1, hour + 1)];
    expect(versionsOf(outOfTime(all, 30, NOON))).toEqual([1]);
    expect(versionsOf(outOfTime(all, 30, NOON + 29 * DAY_MS))).toEqual([3, 2, 1]);
  });

  test('however often it is looked at, what is left is the same as of one look at the end', () => {
    const all = everyTenMinutes(NOON - 20 * DAY_MS, NOON - 32 * DAY_MS);
    let often = all;
    for (let now = NOON - 20 * DAY_MS; now <= NOON; now += 7 * HOUR_MS)
      often = left(often, outOfTime(often, 30, now));
    expect(versionsOf(left(often, outOfTime(often, 30, NOON)))).toEqual(
      versionsOf(left(all, outOfTime(all, 30, NOON))),
    );
  });

  test('the next look is always later', () => {
    for (const age of [0, DAY_MS - 1, DAY_MS, 7 * DAY_MS - 1, 7 * DAY_MS, 40 * DAY_MS])
      expect(lookAgainAt(NOON - age, NOON)).toBeGreaterThan(NOON);
  });
});

describe('limits', () => {
  const many = (count: number, more: (version: number) => Partial<KeptVersion> = () => ({})) =>
    Array.from({ length: count }, (_, index) =>
      at(count - index, NOON - index, more(count - index)),
    );

  test('the oldest go when there are too many', () => {
    expect(overLimits(many(MAX_VERSIONS))).toEqual([]);
    expect(versionsOf(overLimits(many(MAX_VERSIONS + 2)))).toEqual([2, 1]);
  });

  test('the oldest go when they are too long', () => {
    const heavy = many(4, () => ({ bytes: MAX_VERSION_BYTES / 2 }));
    expect(versionsOf(overLimits(heavy))).toEqual([2, 1]);
  });

  test('what was replaced last stays, whoever wrote it and however long it is', () => {
    const own = many(MAX_VERSIONS + 2, (version) => ({
      is_last_own: version <= MAX_VERSIONS ? 1 : 0,
      bytes: version <= MAX_VERSIONS ? 10 : 2 * MAX_VERSION_BYTES,
    }));
    expect(versionsOf(left(own, overLimits(own)))).toEqual([MAX_VERSIONS + 2, MAX_VERSIONS]);
  });

  test("of the owner's texts before another's change the newest stays beside them", () => {
    const mixed = many(MAX_VERSIONS + 3, (version) => ({ is_last_own: version <= 2 ? 1 : 0 }));
    expect(versionsOf(overLimits(mixed))).toEqual([3, 1]);
    const own = many(MAX_VERSIONS + 2, () => ({ is_last_own: 1 }));
    expect(versionsOf(overLimits(own))).toEqual([2, 1]);
  });
});
