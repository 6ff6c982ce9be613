import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipline-threads-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a script prints first where `npm run dev` runs it. */
async function printedInDevelopment(script: string): Promise<unknown> {
  const file = path.join(folder, 'script.mjs');
  writeFileSync(file, script);
  const child = spawn(process.execPath, ['--watch', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('{')) return JSON.parse(line);
    throw new Error('It printed nothing');
  } finally {
    child.kill();
    await ended;
  }
}

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

test('in development too, where Node tells of what a thread imports, only the thread is heard', async () => {
  const file = path.join(folder, 'store.sqlite');
  const store = new DatabaseSync(file);
  store.exec('create table kept as select zeroblob(30000000) as bytes');
  store.close();
  const printed = await printedInDevelopment(`
    import { ReaderThreads } from ${at('reader-threads.ts')};
    const file = ${JSON.stringify(file)};
    const threads = new ReaderThreads(file, 1);
    const rows = await threads.query('select length(bytes) as size from kept');
    await threads.close();
    console.log(JSON.stringify({ rows }));
  `);
  expect(printed).toEqual({ rows: [{ size: 30_000_000 }] });
});
