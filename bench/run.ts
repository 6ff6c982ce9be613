/**
 * `npm run bench`: one table of the figures that docs/performance.md tells of. `-- reads saves` runs
 * some parts, `-- --against DIR` puts the build checked out in DIR beside it, and `-- --small` does
 * a fiftieth of the work, which tells only whether it runs.
 */
import { lan } from './lan.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { others } from './others.ts';
import { paint } from './paint.ts';
import { reads } from './reads.ts';
import { rooms } from './rooms.ts';
import { saves } from './saves.ts';
import { options } from './support/options.ts';
import { stopAll } from './support/programs.ts';
import { tasks } from './tasks.ts';
import { transfer } from './transfer.ts';

const parts = { reads, saves, rooms, lists, lan, paint, tasks, transfer, memory, others };

const wanted = Object.entries(parts).filter(
  ([name]) => options.parts.length === 0 || options.parts.includes(name),
);
const unknown = options.parts.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [, part] of wanted) {
  try {
    await part();
  } finally {
    await stopAll();
  }
}
// Sockets of those who watched may be open.
process.exit();
