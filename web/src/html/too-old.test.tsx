import { expect, test, vi } from 'vitest';
import { TELL_TOO_OLD, TOO_OLD } from './page-html.tsx';

test.each([
  ['knows what the app needs', () => undefined, true],
  ['knows no dynamic heights', () => vi.spyOn(CSS, 'supports').mockReturnValue(false), false],
  ['cannot look behind', () => vi.stubGlobal('RegExp', null), false],
])('a browser that %s', (_what, change, isNewEnough) => {
  const sentence = document.createElement('p');
  sentence.id = TOO_OLD;
  sentence.hidden = true;
  const script = document.createElement('script');
  script.text = TELL_TOO_OLD;
  document.body.append(sentence);
  change();
  sentence.after(script);
  vi.unstubAllGlobals();
  expect(sentence.hidden).toBe(isNewEnough);
  sentence.remove();
  script.remove();
});
