// A process of its own that asks an address for a sign of life every 20 ms, from 'begin' to 'end',
// and then tells how long each answer took, in ms.
import { send, timed } from './calls.ts';

const EVERY_MS = 20;
const [url = ''] = process.argv.slice(2);
let waits: Promise<number>[] = [];
let asking: NodeJS.Timeout | undefined;

async function end(): Promise<void> {
  clearInterval(asking);
  process.send?.(await Promise.all(waits));
  waits = [];
}

process.on('message', (wanted) => {
  if (wanted === 'end') void end();
  else asking = setInterval(() => waits.push(timed(() => send(url))), EVERY_MS);
});
