import { expect, test } from 'vitest';
import { type Claims, type DesktopCapability, refusalOf, roleIn } from './desktop.access.ts';

const ofUser = { user_id: 'anna', browser_hash: null, share_token: 'token' };
const ofBrowser = { user_id: null, browser_hash: 'hash', share_token: 'token' };
const nobody: Claims = { userId: null, browserHash: null, shareToken: null };

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
  expect(roleIn(desktop, { ...nobody, ...claims })).toBe(role);
});

test.each<[DesktopCapability, string | null, string | null]>([
  ['read', null, null],
  ['add', null, null],
  ['delete', null, null],
  ['restore', null, null],
  ['arrange', 'NOT_DESKTOP_OWNER', null],
  ['renewShareToken', 'NOT_DESKTOP_OWNER', null],
])('%s: a holder meets %s, an owner %s, nobody else knows of the desktop', (capability, holder, owner) => {
  expect([refusalOf('holder', capability), refusalOf('owner', capability), refusalOf(null, capability)]).toEqual([
    holder,
    owner,
    'DESKTOP_NOT_FOUND',
  ]);
});
