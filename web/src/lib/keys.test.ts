import { expect, test } from 'vitest';
import { pressed } from './shortcuts.ts';

const press = (key: string, code: string, more = {}) =>
  pressed({ key, code, keyCode: 0, isComposing: false, ...more });

test.each([
  ['k', 'KeyK', 'k'],
  ['K', 'KeyK', 'k'],
  // Dvorak, French and Turkish: the letter counts, not its place.
  ['s', 'Semicolon', 's'],
  ['a', 'KeyQ', 'a'],
  ['ı', 'KeyI', 'ı'],
  // Russian, with CapsLock, Greek, Hebrew; Thai, whose N is a mark, and Arabic, whose B is two letters.
  ['ы', 'KeyS', 's'],
  ['Ы', 'KeyS', 's'],
  ['σ', 'KeyS', 's'],
  ['ל', 'KeyK', 'k'],
  ['ื', 'KeyN', 'n'],
  ['لا', 'KeyB', 'b'],
  ['ю', 'Period', 'ю'],
  ['/', 'KeyQ', '/'],
  ['Enter', 'Enter', 'Enter'],
  ['Delete', 'Delete', 'Delete'],
])('%s at %s is %s', (key, code, meant) => {
  expect(press(key, code)).toBe(meant);
});

test('no key while an input method makes a word, nor the one that ends it in Safari', () => {
  expect(press('Enter', 'Enter', { isComposing: true })).toBe('');
  expect(press('Enter', 'Enter', { keyCode: 229 })).toBe('');
  expect(press('Escape', 'Escape', { keyCode: 229 })).toBe('');
});
