import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { zipOf } from '../src/platform/http/zip.ts';

/**
 * A process that writes a ZIP of so many empty files with long names, with a folder for its
 * directory, and prints its length, its last bytes, and what it held in memory on the way. Nothing
 * else takes memory in it. Needs --expose-gc.
 */
const [folder = '', files = '', looks = ''] = process.argv.slice(2);
const [count, every] = [Number(files), Math.ceil(Number(files) / Number(looks))];
const collect = runInNewContext('gc') as () => void;
const held: number[] = [];

async function* entries() {
  for (let index = 0; index < count; index++) {
    if (index % every === every - 1) {
      collect();
      // What the first found unused is freed beside the program, at the latest before the second.
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      held.push(heapUsed + arrayBuffers);
    }
    const path = `files/${index}/${'n'.repeat(330)}`;
    yield { path, bytes: Readable.from([]), compress: false };
  }
}

let bytes = 0;
let end = Buffer.alloc(0);
for await (const chunk of zipOf(entries(), folder) as AsyncIterable<Buffer>) {
  bytes += chunk.length;
  // Copied, so that it keeps nothing of what was read before.
  end = Buffer.from(Buffer.concat([end, chunk]).subarray(-98));
}
console.log(JSON.stringify({ bytes, end: end.toString('hex'), held }));
