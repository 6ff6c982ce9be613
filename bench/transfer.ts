import { randomBytes } from 'node:crypto';
import { MAX_FILE_BYTES } from '../contract/src/limits.ts';
import { compared, type Benchmark } from './support/benchmark.ts';
import { repeat, send, timed } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { interleave } from './support/statistics.ts';

const ROUNDS = 5;
const AT_ONCE = 20;
/** What a person drops who drops many: small files, and as many at once as the web app sends. */
const SMALL = { files: 200, atOnce: 3, bytes: 2048 };
const MEGABYTE = 1024 * 1024;
const BOUNDARY = 'a-boundary-that-no-file-contains';

/** Different bytes each time, so that nothing is spared because it is known already. */
function multipart(size = MAX_FILE_BYTES): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    randomBytes(size),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

const megabytesASecond = (bytes: number, ms: number) => bytes / MEGABYTE / (ms / 1000);

export const transfer: Benchmark = {
  name: 'transfer',
  gain: 'Files arrive as fast as the disk and the network allow.',
  async run() {
    const seeded = await seed({ clips: 200 });
    const environment = seedEnvironment(seeded);
    const ours = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      environment,
    );
    const theirs = await startMeasured(new URL('peers/transfer.ts', import.meta.url), environment);
    const headers = {
      ...seeded.person.headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    };
    let clip = 0;
    let url = '';
    const upload = async (target: () => string, before: Record<string, string>) => {
      const bodies = Array.from({ length: AT_ONCE }, () => multipart());
      const ms = await timed(() =>
        repeat(AT_ONCE, AT_ONCE, async (index) => {
          const answer = await send(target(), {
            method: 'POST',
            headers: before,
            body: bodies[index] as Buffer,
          });
          if (target().startsWith(ours.url))
            url = (JSON.parse(answer.toString()) as { url: string }).url;
        }),
      );
      return megabytesASecond(AT_ONCE * MAX_FILE_BYTES, ms);
    };
    const uploadSmall = (target: (index: number) => string, before: Record<string, string>) => {
      const bodies = Array.from({ length: SMALL.files }, () => multipart(SMALL.bytes));
      return timed(() =>
        repeat(SMALL.files, SMALL.atOnce, (index) =>
          send(target(index), { method: 'POST', headers: before, body: bodies[index] as Buffer }),
        ),
      );
    };
    const download = async (target: string, range: Record<string, string>) => {
      let bytes = 0;
      const ms = await timed(() =>
        repeat(40, 4, async () => (bytes += (await send(target, { headers: range })).length)),
      );
      return megabytesASecond(bytes, ms);
    };
    try {
      const idle = (await ours.figures()).rss;
      await ours.peak();
      const uploads = await interleave(
        ROUNDS,
        () =>
          upload(
            () =>
              `${ours.url}/api/clipboard/${seeded.clipIds[clip++ % seeded.clipIds.length]}/files`,
            headers,
          ),
        () => upload(() => theirs.url, {}),
      );
      const peak = await ours.peak();
      const after = (await ours.figures()).rss;
      const small = await interleave(
        ROUNDS,
        () =>
          uploadSmall(
            (index) => `${ours.url}/api/clipboard/${seeded.clipIds[index]}/files`,
            headers,
          ),
        () => uploadSmall(() => theirs.url, {}),
      );
      const whole = await interleave(
        ROUNDS,
        () => download(ours.url + url, {}),
        () => download(theirs.url, {}),
      );
      const range = { range: `bytes=1000000-${1_000_000 + 4 * MEGABYTE}` };
      const parts = await interleave(
        ROUNDS,
        () => download(ours.url + url, range),
        () => download(theirs.url, range),
      );
      return [
        compared(
          {
            what: `upload of 10 MB, ${AT_ONCE} at once`,
            against: 'raw pipe to disk with SHA-256 and fsync',
            unit: 'MB/s',
            goal: '≥ 0.65',
          },
          uploads,
        ),
        compared(
          {
            what: `${SMALL.files} files of 2 kB, ${SMALL.atOnce} at once`,
            against: 'raw pipe to disk with SHA-256 and fsync',
            unit: 'ms',
            goal: '≤ 2',
          },
          small,
        ),
        {
          what: `most memory during ${AT_ONCE} uploads at once`,
          against: 'idle before',
          unit: 'MB more',
          ours: (peak - idle) / MEGABYTE,
          goal: '≤ 60 MB more',
        },
        {
          what: 'memory kept after the uploads',
          against: 'idle before',
          unit: 'MB more',
          ours: (after - idle) / MEGABYTE,
        },
        compared(
          {
            what: 'download of 10 MB by signed link',
            against: 'bare stream',
            unit: 'MB/s',
            goal: '≥ 0.6',
          },
          whole,
        ),
        compared(
          {
            what: 'download of a range of 4 MB',
            against: 'bare stream',
            unit: 'MB/s',
            goal: '≥ 0.6',
          },
          parts,
        ),
      ];
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
      discard(seeded);
    }
  },
};
