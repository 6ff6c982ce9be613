import { afterEach, expect, it, vi } from 'vitest';
import { inReadersLanguage } from './failure-language.ts';
import { speak } from './language.ts';

afterEach(() => {
  speak('en');
  vi.doUnmock('../../failures/fr.json');
});

it.each([
  ['en', 'Clip not found'],
  ['fr', 'Clip introuvable'],
  ['es', 'Clip no encontrado'],
  ['de', 'Clip nicht gefunden'],
] as const)('in %s: %s', async (language, text) => {
  speak(language);
  expect(await inReadersLanguage('CLIP_NOT_FOUND', 'Clip not found', undefined)).toBe(text);
});

it('leaves a text without a code as it is', async () => {
  speak('fr');
  expect(await inReadersLanguage(undefined, 'Bad gateway', undefined)).toBe('Bad gateway');
});

it('says it in English when the texts do not come', async () => {
  speak('fr');
  vi.doMock('../../failures/fr.json', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  expect(await inReadersLanguage('CLIP_NOT_FOUND', 'Clip not found', undefined)).toBe(
    'Clip not found',
  );
});
