import type { PlanName } from '@clipline/contract/plans.ts';
import { expect, test } from 'vitest';
import {
  type Claims,
  type DesktopCapability,
  type DesktopRole,
  planRefusalOf,
  refusalOf,
  roleIn,
} from './desktop.access.ts';

const ofUser = { user_id: 'anna', browser_hash: null, share_token: 'token' };
const ofBrowser = { user_id: null, browser_hash: 'hash', share_token: 'token' };
const noOne: Claims = { userId: null, browserHash: null, shareToken: null };

test.each([
  [ofUser, {}, null],
  [ofUser, { userId: 'anna' }, 'owner'],
  [ofUser, { userId: 'ben' }, null],
  [ofUser, { browserHash: 'hash' }, null],
  [ofUser, { shareToken: 'token' }, 'holder'],
  [ofUser, { shareToken: 'other' }, null],
  [ofUser, { userId: 'ben', shareToken: 'token' }, 'holder'],
  [ofUser, { userId: 'anna', shareToken: 'token' }, 'owner'],
  [ofBrowser, {}, null],
  [ofBrowser, { browserHash: 'hash' }, 'owner'],
  [ofBrowser, { browserHash: 'other' }, null],
  [ofBrowser, { userId: 'anna' }, null],
  [ofBrowser, { shareToken: 'token' }, 'holder'],
] as const)('%j is to %j: %s', (desktop, claims, role) => {
  expect(roleIn(desktop, { ...noOne, ...claims })).toBe(role);
});

test.each<[DesktopCapability, string | null, string | null]>([
  ['read', null, null],
  ['add', null, null],
  ['delete', null, null],
  ['restore', null, null],
  ['arrange', 'NOT_DESKTOP_OWNER', null],
  ['renewShareToken', 'NOT_DESKTOP_OWNER', null],
])(
  '%s: a holder meets %s, an owner %s, no one else knows of the desktop',
  (capability, holder, owner) => {
    expect([
      refusalOf('holder', capability),
      refusalOf('owner', capability),
      refusalOf(null, capability),
    ]).toEqual([holder, owner, 'DESKTOP_NOT_FOUND']);
  },
);

const yes = null;
const closed = 'OWNER_CANNOT_SHARE';
const capabilities: readonly DesktopCapability[] = [
  'read',
  'add',
  'delete',
  'restore',
  'arrange',
  'renewShareToken',
];

test.each<[PlanName | null | undefined, DesktopRole, (string | null)[]]>([
  [undefined, 'owner', [yes, yes, yes, yes, yes, yes]],
  [undefined, 'holder', [yes, yes, yes, yes, yes, yes]],
  ['trial', 'holder', [yes, yes, yes, yes, yes, yes]],
  ['pro', 'holder', [yes, yes, yes, yes, yes, yes]],
  ['basic', 'owner', [yes, yes, yes, yes, yes, yes]],
  ['basic', 'holder', [closed, closed, closed, closed, closed, closed]],
  [null, 'owner', [yes, 'PLAN_NEEDED', yes, yes, 'PLAN_NEEDED', yes]],
  [null, 'holder', [yes, 'OWNER_PLAN_ENDED', yes, yes, 'OWNER_PLAN_ENDED', yes]],
])('the plan %s of the owner, to the %s', (plan, role, refusals) => {
  expect(capabilities.map((capability) => planRefusalOf(role, capability, plan))).toEqual(refusals);
});
