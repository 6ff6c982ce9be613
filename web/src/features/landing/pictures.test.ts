import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// `npm run pictures` takes them anew.
const folder = new URL('pictures/', import.meta.url);
const WIDE = new Set(['sync', 'files']);
const HEIGHT = 248;

/** From the head of a WebP as Chromium writes it. */
function sizeOf(webp: Buffer) {
  expect(webp.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  return [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1];
}

test('there is one of each for both themes and densities, and none weighs much', () => {
  const names = readdirSync(folder);
  const subjects = [...new Set(names.map((name) => name.slice(0, name.indexOf('-'))))];
  expect(subjects.length).toBe(6);
  for (const subject of subjects) {
    const width = WIDE.has(subject) ? 568 : 276;
    for (const theme of ['light', 'dark']) {
      const [single, double] = ['', '-2x'].map((density) =>
        readFileSync(new URL(`${subject}-${theme}${density}.webp`, folder)),
      );
      expect(sizeOf(single!)).toEqual([width, HEIGHT]);
      expect(sizeOf(double!)).toEqual([2 * width, 2 * HEIGHT]);
      expect([subject, theme, single!.length < 15_000, double!.length < 40_000]).toEqual([
        subject,
        theme,
        true,
        true,
      ]);
    }
  }
});
