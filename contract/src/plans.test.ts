import { expect, test } from 'vitest';
import { plans, shownPerMonth } from './plans.ts';

test('the figures that are sold', () => {
  expect(Object.values(plans).map(({ name, price }) => [name, price.monthly, price.yearly])).toEqual([
    ['Basic', 9, 90],
    ['Pro', 19, 190],
    ['Advanced', 29, 290],
  ]);
  expect(Object.values(plans).map((plan) => shownPerMonth(plan, 'yearly'))).toEqual([8, 16, 24]);
  expect(Object.values(plans).filter(({ mostPopular }) => mostPopular)).toEqual([plans.pro]);
});

test('a higher plan allows whatever a lower one does', () => {
  const { basic, pro, advanced } = plans;
  for (const [lower, higher] of [
    [basic.allows, pro.allows],
    [pro.allows, advanced.allows],
  ] as const) {
    expect(higher.historyLimit ?? Infinity).toBeGreaterThanOrEqual(lower.historyLimit ?? Infinity);
    expect(Number(higher.sharing)).toBeGreaterThanOrEqual(Number(lower.sharing));
    expect(Number(higher.ownRooms)).toBeGreaterThanOrEqual(Number(lower.ownRooms));
  }
});
