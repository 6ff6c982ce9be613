import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type ZipEntry, zipOf } from './zip.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
  const zip = await buffer(zipOf(all(texts.map((each) => entry(...each))), folder));
  expect([...(await unzipped(zip))]).toEqual(texts.map(([name, text]) => [name, text]));
  expect(zip.length).toBeLessThan(10_000);
  expect((await unzipped(await buffer(zipOf(all([]), folder)))).size).toBe(0);
});

const nameOf = (index: number) => `files/${index}/${'n'.repeat(330)}`;

async function* many(count: number): AsyncGenerator<ZipEntry> {
  for (let index = 0; index < count; index++) yield entry(nameOf(index), '');
}

test('a long directory lies on disk, not in memory, and nothing is left of it', async () => {
  /** Its directory has some 26 MB, and more entries than a ZIP could count at first. */
  const count = 66_000;
  const script = path.join(import.meta.dirname, '../../../testing/write-long-zip.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    script,
    folder,
    String(count),
    '6',
  ]);
  expect(readdirSync(folder)).toEqual([]);
  const written = JSON.parse(stdout) as { bytes: number; end: string; held: number[] };
  const end = Buffer.from(written.end, 'hex');
  expect([Number(end.readBigUInt64LE(24)), end.readUInt16LE(98 - 12)]).toEqual([count, 0xffff]);
  expect(written.bytes).toBe(
    Array.from({ length: count }, (_, index) => nameOf(index).length * 2 + 30 + 16 + 46).reduce(
      (sum, each) => sum + each,
      98,
    ),
  );
  // Kept, it would be at least 17 MB more from the second look to the last.
  const [, second = 0, , , , last = 0] = written.held;
  expect(last - second).toBeLessThan(8 * 1024 ** 2);
});

test('a short directory needs no disk; where there is none for a long one, the ZIP is cut', async () => {
  const nowhere = path.join(folder, 'nowhere');
  expect((await unzipped(await buffer(zipOf(many(2000), nowhere)))).size).toBe(2000);
  await expect(buffer(zipOf(many(4000), nowhere))).rejects.toThrow('ENOENT');
});

test('what fails on the way cuts the ZIP', async () => {
  const failing = new Readable({ read: () => void failing.destroy(new Error('the disk is gone')) });
  for (const compress of [true, false]) {
    const entries = [entry('a', 'first'), { path: 'b', bytes: failing, compress }];
    await expect(buffer(zipOf(all(entries), folder))).rejects.toThrow('the disk is gone');
  }
});

test('a reader who goes leaves no stream open, not even one whose bytes never come', async () => {
  for (const compress of [true, false]) {
    const silent = new PassThrough();
    const zip = zipOf(all([{ path: 'a', bytes: silent, compress }]), folder);
    await new Promise((resolve) => zip.once('data', resolve));
    zip.destroy();
    await finished(silent).catch(() => {});
    expect(silent.destroyed).toBe(true);
  }
});
