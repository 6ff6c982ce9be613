import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { options } from './config.ts';

const readme = new URL('../../README.md', import.meta.url);
const section = /(?<=<!-- configuration -->\n)[\s\S]*?(?=\n<!-- \/configuration -->)/;

const squeezed = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim();

test('the configuration table of the README is the one of config.ts', () => {
  const rows = Object.entries(options).map(
    ([name, { standard, meaning }]) => `| \`${name}\` | ${standard} | ${meaning} |`,
  );
  const table = ['', '| variable | default | meaning |', '| --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
  const text = readFileSync(readme, 'utf8');
  // UPDATE=1 rewrites the table after an option has changed.
  if (process.env['UPDATE']) writeFileSync(readme, text.replace(section, table));
  expect(squeezed(section.exec(readFileSync(readme, 'utf8'))?.[0] ?? '')).toBe(squeezed(table));
});
