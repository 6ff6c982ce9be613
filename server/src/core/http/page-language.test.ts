import { expect, test } from 'vitest';
import { preferredLanguage } from './pages.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['en-US,en;q=0.9', 'en'],
  ['fr', 'fr'],
  ['FR-ch, fr;q=0.9, en;q=0.8', 'fr'],
  ['it, de;q=0.7, en;q=0.8', 'en'],
  ['it, es;q=0.7', 'es'],
  ['de;q=0, en', 'en'],
  ['de;q=x, en;q=0.1', 'en'],
  ['ja, zh', undefined],
  [`${'x'.repeat(100_000)},fr`, undefined],
])('a browser that asks for %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
