import { expect, it } from 'vitest';
import { inAppPath, meantAddress, originState, rememberedOrigin } from './origin.ts';

it.each(['/rooms', '/clips/abc?x=1#y', '/rooms/r1?join=t', '/#pricing'])(
  '%s is a place to come back to',
  (path) => expect(inAppPath(path)).toBe(path),
);

it.each([
  null,
  7,
  '',
  '/',
  '/auth',
  '/auth?mode=login',
  'rooms',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
])('%s is not', (path) => expect(inAppPath(path)).toBeNull());

it('travels as router state', () => {
  expect(rememberedOrigin(originState('/favorites'))).toBe('/favorites');
  expect(rememberedOrigin({ from: '//evil.example' })).toBeNull();
  expect(rememberedOrigin(null)).toBeNull();
});

it.each([
  ['/handover%23a%20', '/handover#a%20'],
  ['/setup%23token=a%23b?utm_source=mail', '/setup#token=a%23b?utm_source=mail'],
  [
    '/reset-password%23access_token=a&refresh_token=b',
    '/reset-password#access_token=a&refresh_token=b',
  ],
  ['/auth?mode=register%23invitation=a', '/auth?mode=register#invitation=a'],
  ['/auth%23oidc=a&next=%2Frooms', '/auth#oidc=a&next=%2Frooms'],
])('%s means %s', (address, meant) => expect(meantAddress(address)).toBe(meant));

it.each([
  '/handover',
  '/clips?search=%23tag',
  '/s/token%23key',
  '/auth?mode=register&email=a%23b@c.de',
])('%s is meant as it is', (address) => expect(meantAddress(address)).toBeNull());
