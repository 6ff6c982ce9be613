import { expect, test } from 'vitest';
import { dueAt, leadingOf, meaningOf, paidPlanOf } from './subscriptions.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const now = 1_800_000_000_000;
const base = {
  status: 'active',
  plan: 'pro',
  started_at: 1,
  period_ends_at: now + 10 * DAY,
  ends_at: null,
  read_at: now,
} as const;

test.each([
  ['trialing', true, 'pro', 'trialing'],
  ['active', true, 'pro', 'active'],
  ['past_due', true, 'pro', 'past_due'],
  ['unpaid', true, null, 'past_due'],
  ['paused', true, null, 'past_due'],
  ['incomplete', false, null, 'none'],
  ['incomplete_expired', false, null, 'none'],
  ['canceled', false, null, 'canceled'],
  ['something new', false, null, 'none'],
])('%s: goes on %s, gives %s, reads %s', (status, isLive, plan, shown) => {
  expect(meaningOf({ status })).toMatchObject({ isLive, shown });
  expect(paidPlanOf([{ ...base, status }]).paid_plan).toBe(plan);
});

test('a plan lasts some days beyond its period, an ending one hardly, one that Stripe has just called alive at least as long', () => {
  expect(paidPlanOf([base]).paid_until).toBe(now + 13 * DAY);
  expect(paidPlanOf([{ ...base, ends_at: now + 2 * DAY }]).paid_until).toBe(now + 2 * DAY + HOUR);
  expect(paidPlanOf([{ ...base, period_ends_at: now - 40 * DAY }]).paid_until).toBe(now + 3 * DAY);
  expect(paidPlanOf([{ ...base, period_ends_at: null }])).toEqual({
    paid_plan: 'pro',
    paid_until: null,
  });
  expect(paidPlanOf([])).toEqual({ paid_plan: null, paid_until: null });
  expect(paidPlanOf([{ ...base, plan: null }])).toEqual({ paid_plan: null, paid_until: null });
});

test('of several subscriptions the best that gives a plan counts, then one that goes on, then the latest', () => {
  const of = (...subscriptions: Partial<Record<keyof typeof base, unknown>>[]) =>
    leadingOf(subscriptions.map((each) => ({ ...base, ...each }) as typeof base));
  expect(of({ plan: 'basic' }, { plan: 'advanced' }, { plan: 'pro' })?.plan).toBe('advanced');
  expect(of({ plan: 'advanced', status: 'canceled' }, { plan: 'basic' })?.plan).toBe('basic');
  expect(
    of({ status: 'canceled', started_at: 9 }, { status: 'unpaid', started_at: 1 })?.status,
  ).toBe('unpaid');
  expect(
    of({ status: 'canceled', started_at: 1 }, { status: 'incomplete', started_at: 2 })?.status,
  ).toBe('incomplete');
  expect(of()).toBeUndefined();
});

test('Stripe is asked again after the next date that matters, and once a day while anything goes on', () => {
  expect(dueAt([base], now)).toBe(now + DAY);
  expect(dueAt([{ ...base, period_ends_at: now + HOUR }], now)).toBe(now + HOUR + HOUR / 12);
  expect(dueAt([{ ...base, ends_at: now + 2 * HOUR }], now)).toBe(now + 2 * HOUR + HOUR / 12);
  expect(dueAt([{ ...base, period_ends_at: now - DAY }], now)).toBe(now + DAY);
  expect(dueAt([{ ...base, status: 'canceled' }], now)).toBe(null);
  expect(dueAt([], now)).toBe(null);
});
