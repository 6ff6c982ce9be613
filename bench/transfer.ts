import { randomBytes } from 'node:crypto';
import { MAX_FILE_BYTES } from '../contract/src/limits.ts';
import { films } from './films.ts';
import { repeat, send, timed } from './support/calls.ts';
import { each, measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson } from './support/people.ts';
import { startBuilds, startPeer } from './support/programs.ts';

const LARGE = sized(20);
const SMALL = sized(200);
const SMALL_BYTES = 10 * 1024;
/** As many small ones at once as the web app sends. */
const SMALL_AT_ONCE = 3;
const DOWNLOADS = sized(40);
const MEGABYTE = 1024 ** 2;
const BOUNDARY = 'a-boundary-that-no-file-contains';

/** Different bytes each time, so that nothing is spared because it is known already. */
const multipart = (size: number): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="bench.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    randomBytes(size),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

interface Side {
  /** Where a file goes: each to another clip. */
  readonly target: () => string;
  readonly headers: Record<string, string>;
  /** Where one of 10 MB was put. */
  readonly file: string;
}

/** Ms for so many files. */
async function upload({ target, headers }: Side, files: number, atOnce: number, size: number) {
  const bodies = Array.from({ length: files }, () => multipart(size));
  return timed(() =>
    repeat(files, atOnce, (index) =>
      send(target(), { method: 'POST', headers, body: bodies[index] as Buffer }),
    ),
  );
}

export async function transfer(): Promise<void> {
  const { sides, seeded } = await startBuilds(async (product) => {
    const person = await addPerson(product);
    return { person, ids: await addClips(product, person, 200) };
  });
  const headers = {
    ...seeded.person.headers,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const body = multipart(MAX_FILE_BYTES);
  let turn = 0;
  const products = await each(sides, async ({ url }): Promise<Side> => {
    const target = () =>
      `${url}/api/clipboard/${seeded.ids[(turn += 1) % seeded.ids.length]}/files`;
    const answer = await send(target(), { method: 'POST', headers, body });
    return { target, headers, file: url + (JSON.parse(answer.toString()) as { url: string }).url };
  });
  const peer = await startPeer(new URL('peers/transfer.ts', import.meta.url));
  await send(peer.url, { method: 'POST', body });
  const all = {
    ...products,
    'raw pipe': { target: () => peer.url, headers: {}, file: peer.url },
  };
  const asRate = (bytes: number, ms: number) => bytes / MEGABYTE / (ms / 1000);
  const rate = { unit: 'MB/s', rounds: 5 };
  await measure(`upload of ${LARGE} × 10 MB`, { ...rate, goal: '≥ 0.65' }, all, async (side) =>
    asRate(LARGE * MAX_FILE_BYTES, await upload(side, LARGE, LARGE, MAX_FILE_BYTES)),
  );
  await measure(`upload of ${SMALL} × 10 kB`, { unit: 'ms', goal: '≤ 8' }, all, (side) =>
    upload(side, SMALL, SMALL_AT_ONCE, SMALL_BYTES),
  );
  await measure('download of 10 MB', { ...rate, goal: '≥ 0.6' }, all, async ({ file }) =>
    asRate(DOWNLOADS * MAX_FILE_BYTES, await timed(() => repeat(DOWNLOADS, 4, () => send(file)))),
  );
  await films();
}
