import { expect, test } from 'vitest';
import {
  allowedBy,
  type Entitlement,
  planRefusal,
  type PlanName,
  plans,
  shownPerMonth,
} from './plans.ts';

test('the figures that are sold', () => {
  expect(
    Object.values(plans).map(({ name, price }) => [name, price.monthly, price.yearly]),
  ).toEqual([
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

const yes = null;
const table: [PlanName | null, number | null, Record<Entitlement, string | null>][] = [
  ['trial', null, { changes: yes, sharing: yes, links: yes, ownRooms: yes }],
  ['advanced', null, { changes: yes, sharing: yes, links: yes, ownRooms: yes }],
  ['pro', null, { changes: yes, sharing: yes, links: yes, ownRooms: 'ROOMS_NOT_IN_PLAN' }],
  [
    'basic',
    100,
    {
      changes: yes,
      sharing: 'SHARING_NOT_IN_PLAN',
      links: 'SHARING_NOT_IN_PLAN',
      ownRooms: 'ROOMS_NOT_IN_PLAN',
    },
  ],
  [
    null,
    null,
    { changes: 'PLAN_NEEDED', sharing: yes, links: 'PLAN_NEEDED', ownRooms: 'PLAN_NEEDED' },
  ],
];

test.each(table)('what the plan %s allows', (plan, historyLimit, refusals) => {
  expect(allowedBy(plan).historyLimit).toBe(historyLimit);
  for (const [entitlement, refusal] of Object.entries(refusals))
    expect(planRefusal(plan, entitlement as Entitlement)).toBe(refusal);
});
