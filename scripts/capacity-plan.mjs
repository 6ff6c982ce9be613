/**
 * The arithmetic of docs/capacity.md. Run it to see the tables with the figures that
 * docs/capacity.json holds now.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.mjs';

/** @typedef {{ what: string, value: number, unit: string, from?: string }} Figure */
/**
 * @typedef {{ measured: { when: string, where: string, figures: Record<string, Figure> }, assumed:
 * Record<string, Figure> }} Inputs
 */
/**
 * @typedef {{ name: string, what: string, formula: string, unit: string, work: (of: (name: string)
 * => number) => number }} Step
 */

/**
 * `formula` is what a reader checks; `work` is the same for a machine, and a test compares the
 * names in both.
 * @param {string} name
 * @param {string} what
 * @param {string} formula
 * @param {string} unit
 * @param {Step['work']} work
 * @returns {Step}
 */
const step = (name, what, formula, unit, work) => ({ name, what, formula, unit, work });

/** @type {Step[]} */
export const steps = [
  step('R1', 'sockets at the busiest moment', 'A1 × A2', '', (of) => of('A1') * of('A2')),
  step('R2', 'reads a second', 'R1 ÷ A3', '/s', (of) => of('R1') / of('A3')),
  step('R3', 'saves a second', 'R1 ÷ A4', '/s', (of) => of('R1') / of('A4')),
  step('R4', 'deliveries a second', 'R3 × A5', '/s', (of) => of('R3') * of('A5')),
  step(
    'R5',
    'cores that the calls and deliveries need on all nodes',
    '(R2 × M1 + R3 × M2 + R4 × M4) ÷ 1,000,000',
    'cores',
    (of) => (of('R2') * of('M1') + of('R3') * of('M2') + of('R4') * of('M4')) / 1e6,
  ),
  step(
    'R6',
    'of a core that each node spends on hearing the others',
    'R3 × M3 ÷ 1,000,000',
    'cores',
    (of) => (of('R3') * of('M3')) / 1e6,
  ),
  step('R7', 'nodes, by processor', 'R5 ÷ (A6 − R6), rounded up', '', (of) =>
    Math.ceil(of('R5') / (of('A6') - of('R6'))),
  ),
  step('R8', 'nodes, by memory', 'R1 × M5 ÷ 1,000 ÷ A7, rounded up', '', (of) =>
    Math.ceil((of('R1') * of('M5')) / 1000 / of('A7')),
  ),
  step(
    'R9',
    'nodes to run: one may be away',
    'the larger of R7 and R8, + 1',
    '',
    (of) => Math.max(of('R7'), of('R8')) + 1,
  ),
  step('R10', 'connections to PostgreSQL', 'R9 × 11', '', (of) => of('R9') * 11),
  step(
    'R11',
    'cores of the database',
    '(R2 × M6 + R3 × M7) ÷ 1,000,000',
    'cores',
    (of) => (of('R2') * of('M6') + of('R3') * of('M7')) / 1e6,
  ),
  step(
    'R12',
    'of them for saves, which stay with the primary',
    'R3 × M7 ÷ 1,000,000',
    'cores',
    (of) => (of('R3') * of('M7')) / 1e6,
  ),
  step(
    'R13',
    'size of the database',
    'A1 × A9 × M8 ÷ 1,000,000,000',
    'GB',
    (of) => (of('A1') * of('A9') * of('M8')) / 1e9,
  ),
  step(
    'R14',
    'size of the files',
    'A1 × A11 ÷ 1,000,000',
    'TB',
    (of) => (of('A1') * of('A11')) / 1e6,
  ),
  step(
    'R15',
    'files passed on a second',
    'R1 × A12 ÷ 3,600',
    'MB/s',
    (of) => (of('R1') * of('A12')) / 3600,
  ),
];

/**
 * How many people each part carries before the next step is due: what one person asks of it,
 * against what it can.
 */
/** @type {Step[]} */
export const limits = [
  step(
    'L1',
    'one ring of nodes: hearing each other takes half of what a node may use',
    'A1 × (A6 ÷ 2) ÷ R6',
    'people',
    (of) => (of('A1') * (of('A6') / 2)) / of('R6'),
  ),
  step(
    'L2',
    'one database server: reads and saves use half of its cores',
    'A1 × (A8 ÷ 2) ÷ R11',
    'people',
    (of) => (of('A1') * (of('A8') / 2)) / of('R11'),
  ),
  step(
    'L3',
    'one primary, all reads on replicas',
    'A1 × (A8 ÷ 2) ÷ R12',
    'people',
    (of) => (of('A1') * (of('A8') / 2)) / of('R12'),
  ),
  step(
    'L4',
    'one database that is restored in an hour',
    'A1 × A10 ÷ R13',
    'people',
    (of) => (of('A1') * of('A10')) / of('R13'),
  ),
  step(
    'L5',
    'the nodes of R9 pass on all files themselves',
    'A1 × R9 × A13 ÷ R15',
    'people',
    (of) => (of('A1') * of('R9') * of('A13')) / of('R15'),
  ),
];

/**
 * Every name with its value.
 * @param {Inputs} inputs
 */
export function reckon({ measured, assumed }) {
  /** @type {Map<string, number>} */
  const values = new Map();
  const of = (/** @type {string} */ name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${name} is used before it is known`);
    return value;
  };
  for (const [name, { value }] of Object.entries({ ...measured.figures, ...assumed }))
    values.set(name, value);
  for (const { name, work } of [...steps, ...limits]) values.set(name, work(of));
  return values;
}

/** @param {number} value */
const shown = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
/** Limits are estimates: two digits are more than they deserve. @param {number} value */
const rounded = (value) => Number(value.toPrecision(2)).toLocaleString('en');

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * The generated part of docs/capacity.md.
 * @param {Inputs} inputs
 */
export function plan(inputs) {
  const { measured, assumed } = inputs;
  const values = reckon(inputs);
  const value = (/** @type {string} */ name) => /** @type {number} */ (values.get(name));
  const line = (/** @type {Step} */ each, /** @type {(value: number) => string} */ show) => [
    each.name,
    each.what,
    each.formula,
    `${show(value(each.name))} ${each.unit}`.trim(),
  ];
  return [
    `Measured on ${measured.when}: ${measured.where}.`,
    table(
      ['', 'measured', '', 'by `npm run bench --`'],
      Object.entries(measured.figures).map(([name, { what, value: figure, unit, from = '' }]) => [
        name,
        what,
        `${figure.toLocaleString('en')} ${unit}`,
        `\`${from}\``,
      ]),
    ),
    table(
      ['', 'assumed', ''],
      Object.entries(assumed).map(([name, { what, value: figure, unit }]) => [
        name,
        what,
        `${figure.toLocaleString('en')} ${unit}`.trim(),
      ]),
    ),
    table(
      ['', 'follows', 'from', ''],
      steps.map((each) => line(each, shown)),
    ),
    table(
      ['', 'enough is', 'from', 'up to'],
      limits.map((each) => line(each, rounded)),
    ),
  ].join('\n\n');
}

/** @returns {Inputs} */
export const readInputs = () =>
  /** @type {Inputs} */ (JSON.parse(readFileSync(inProject('docs', 'capacity.json'), 'utf8')));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(plan(readInputs()));
