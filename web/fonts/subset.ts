import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const output = path.join(import.meta.dirname, 'dist');

/** The interface uses weights 400 to 600; the rest of the axis is a quarter of each file. */
const variationAxes = { wght: { min: 400, max: 600 } };

const LATIN = ranges(
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x2010, 0x2027],
  [0x2030],
  [0x2039, 0x203a],
  [0x20ac],
  [0x2122],
  [0x2190, 0x2193],
  [0x2212],
  [0x2318],
);
const LATIN_EXT = ranges(
  [0x100, 0x24f],
  [0x1e80, 0x1e85],
  [0x1e9e],
  [0x1ef2, 0x1ef9],
  [0x20a0, 0x20bf],
);

const faces = [
  {
    file: 'geist-latin',
    from: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    text: LATIN,
  },
  {
    file: 'geist-latin-ext',
    from: '@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
    text: LATIN_EXT,
  },
  {
    file: 'geist-mono-latin',
    from: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    text: LATIN,
  },
  {
    file: 'geist-mono-latin-ext',
    from: '@fontsource-variable/geist-mono/files/geist-mono-latin-ext-wght-normal.woff2',
    text: LATIN_EXT,
  },
];

function ranges(...spans: [number, number?][]): string {
  let text = '';
  for (const [first, last = first] of spans)
    for (let code = first; code <= last; code++) text += String.fromCodePoint(code);
  return text;
}

/**
 * Writes the faces that styles/fonts.css names, unless this very recipe has written them before.
 */
export async function subsetFonts(): Promise<void> {
  const recipe = createHash('sha256').update(await readFile(import.meta.filename));
  for (const { from } of faces) recipe.update(await readFile(require.resolve(from)));
  const stamp = path.join(output, `${recipe.digest('hex').slice(0, 16)}.stamp`);
  if (existsSync(stamp)) return;
  await mkdir(output, { recursive: true });
  await Promise.all(
    faces.map(async ({ file, from, text }) => {
      const whole = await readFile(require.resolve(from));
      await writeFile(
        path.join(output, `${file}.woff2`),
        await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes }),
      );
    }),
  );
  await writeFile(stamp, '');
}
