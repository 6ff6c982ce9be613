import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const rows = (read('docs/reliability.md').split('\n## The catalogue of abuse\n')[1] ?? '')
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (case|---) /.test(line))
  .map((line) => line.slice(2, -2).split(' | ') as [string, string]);

/** Whether a file has a test, or a group of tests, of this title. */
const hasTest = (file: string, title: string): boolean => {
  const source = read(file);
  return ["'", '"', '`'].some(
    (quote) =>
      source.includes(`${quote}${title}${quote}`) && !source.includes(`.skip(${quote}${title}`),
  );
};

test.each(rows ?? [])('%s', (_case, cell) => {
  const tests = cell
    .split('<br>')
    .map((each) => /^`([^`]+)` (.+)$/.exec(each)?.slice(1) as [string, string]);
  expect(tests.filter(([file, title]) => !hasTest(file, title))).toEqual([]);
});

test('the catalogue is long, and a test that is not there is noticed', () => {
  expect(rows?.length).toBeGreaterThan(40);
  expect(hasTest('server/src/app.test.ts', 'a test that is not there')).toBe(false);
});
