import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type ZipEntry, zipOf } from './stream.ts';

const entry = (name: string, text: string, compress = false): ZipEntry => ({
  path: name,
  bytes: Readable.from(text === '' ? [] : [Buffer.from(text)]),
  compress,
});

async function* all(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

/** What a reader of ZIPs finds: paths and texts. */
async function unzipped(zip: Buffer): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const opened = await fromBufferPromise(zip, { validateEntrySizes: true });
  for await (const each of opened.eachEntry())
    found.set(each.fileName, String(await buffer(await opened.openReadStreamPromise(each))));
  return found;
}

test('packed or not, empty or not, by any name: it comes out as it went in', async () => {
  const texts: [string, string, boolean][] = [
    ['profile.json', 'ä'.repeat(100_000), true],
    ['files/1/Übung — 剪.txt', 'stored', false],
    ['files/2/empty', '', false],
    ['empty.json', '', true],
  ];
  const zip = await buffer(zipOf(all(texts.map((each) => entry(...each)))));
  expect([...(await unzipped(zip))]).toEqual(texts.map(([name, text]) => [name, text]));
  expect(zip.length).toBeLessThan(10_000);
  expect((await unzipped(await buffer(zipOf(all([]))))).size).toBe(0);
});

test('what fails on the way cuts the ZIP', async () => {
  const failing = new Readable({ read: () => void failing.destroy(new Error('the disk is gone')) });
  for (const compress of [true, false]) {
    const entries = [entry('a', 'first'), { path: 'b', bytes: failing, compress }];
    await expect(buffer(zipOf(all(entries)))).rejects.toThrow('the disk is gone');
  }
});

test('a reader who goes leaves no stream open, not even one whose bytes never come', async () => {
  for (const compress of [true, false]) {
    const silent = new PassThrough();
    const zip = zipOf(all([{ path: 'a', bytes: silent, compress }]));
    await new Promise((resolve) => zip.once('data', resolve));
    zip.destroy();
    await finished(silent).catch(() => {});
    expect(silent.destroyed).toBe(true);
  }
});
