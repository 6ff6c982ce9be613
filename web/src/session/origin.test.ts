import { expect, it } from 'vitest';
import { inAppPath, originState, rememberedOrigin } from './origin.ts';

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
