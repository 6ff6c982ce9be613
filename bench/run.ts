import { capture } from './capture.ts';
import { cluster } from './cluster.ts';
import { desktop } from './desktop.ts';
import { engines } from './engines.ts';
import { fanout } from './fanout.ts';
import { growth } from './growth.ts';
import { lan } from './lan.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { others } from './others.ts';
import { paint } from './paint.ts';
import { reads } from './reads.ts';
import { rooms } from './rooms.ts';
import { saves } from './saves.ts';
import type { Row } from './support/benchmark.ts';
import { tasks } from './tasks.ts';
import { transfer } from './transfer.ts';

const benchmarks = [
  reads,
  growth,
  lists,
  rooms,
  saves,
  live,
  fanout,
  cluster,
  engines,
  lan,
  desktop,
  capture,
  paint,
  transfer,
  memory,
  others,
  tasks,
];
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = wanted.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `No benchmark ${unknown.join(', ')}. There are: ${benchmarks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const round = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();

function line({ what, against, unit, ours, limit, ratio, spread, goal }: Row): string {
  const comparison =
    limit === undefined || ratio === undefined
      ? ''
      : ` · ${against}: ${round(limit)} · ratio ${ratio.toFixed(2)}`;
  const range = spread ? ` (${spread.map((value) => value.toFixed(2)).join('–')})` : '';
  return `  ${what}: ${round(ours)} ${unit}${comparison}${range}${goal ? ` · goal ${goal}` : ''}`;
}

const results: Record<string, Row[]> = {};
for (const benchmark of benchmarks.filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
)) {
  console.log(`\n${benchmark.name}: ${benchmark.gain}`);
  const rows = await benchmark.run();
  results[benchmark.name] = rows;
  for (const row of rows) console.log(line(row));
}
console.log(
  `\n${JSON.stringify({ node: process.version, platform: `${process.platform} ${process.arch}`, results })}`,
);
