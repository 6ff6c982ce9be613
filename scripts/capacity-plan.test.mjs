import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits, plan, readInputs, reckon, steps } from './capacity-plan.mjs';
import { inProject } from './project.mjs';

const page = inProject('docs', 'capacity.md');
const section = /(?<=<!-- plan -->\n)[\s\S]*?(?=\n<!-- \/plan -->)/;
const squeezed = (/** @type {string} */ text) =>
  text.replace(/ +/g, ' ').replace(/-{3,}/g, '---').trim();

test('the tables of docs/capacity.md follow from docs/capacity.json', () => {
  const tables = `\n${plan(readInputs())}\n`;
  // UPDATE=1 rewrites them after a figure has changed.
  if (process.env['UPDATE'])
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(section, () => tables),
    );
  expect(squeezed(section.exec(readFileSync(page, 'utf8'))?.[0] ?? '')).toBe(squeezed(tables));
});

test('each formula names what its value is reckoned from', () => {
  for (const { name, formula, work } of [...steps, ...limits]) {
    /** @type {Set<string>} */
    const used = new Set();
    work((each) => {
      used.add(each);
      return 1;
    });
    expect([name, [...used].toSorted()]).toEqual([
      name,
      [...new Set(formula.match(/[AMRL]\d+/g))].toSorted(),
    ]);
  }
});

test('more people need more of everything, and a limit does not move with them', () => {
  const inputs = readInputs();
  const people = /** @type {{ value: number }} */ (inputs.assumed['A1']);
  const before = reckon(inputs);
  people.value *= 2;
  const after = reckon(inputs);
  for (const { name } of steps)
    expect([name, (after.get(name) ?? 0) > (before.get(name) ?? 0)]).toEqual([name, true]);
  for (const name of ['L1', 'L2', 'L3', 'L4'])
    expect(after.get(name)).toBeCloseTo(before.get(name) ?? 0, 3);
});
