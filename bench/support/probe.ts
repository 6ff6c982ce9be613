// A process of its own that asks the address it is given for a sign of life every 20 ms, from
// 'begin' to 'end', and then tells how long each answer took, in ms.
import { Agent, get } from 'node:http';

const EVERY_MS = 20;
const agent = new Agent({ keepAlive: true });
const [url = ''] = process.argv.slice(2);
let took: number[] = [];
let waiting: Promise<void>[] = [];
let asking: NodeJS.Timeout | undefined;

const ask = () =>
  new Promise<void>((resolve, reject) => {
    const start = performance.now();
    get(url, { agent }, (answer) => {
      answer.resume().once('end', () => {
        took.push(performance.now() - start);
        resolve();
      });
    }).once('error', reject);
  });

async function end(): Promise<void> {
  clearInterval(asking);
  await Promise.all(waiting);
  process.send?.(took);
  [took, waiting] = [[], []];
}

process.on('message', (wanted) => {
  if (wanted === 'end') void end();
  else asking = setInterval(() => waiting.push(ask()), EVERY_MS);
});
