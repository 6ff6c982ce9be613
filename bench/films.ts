import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_PART_BYTES as PART } from '../contract/src/limits.ts';
import { call, cost, repeat } from './support/calls.ts';
import { measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson, type Person } from './support/people.ts';
import { builds, freshFolder, type Program, startPeer, startProduct } from './support/programs.ts';

/** 1 GB. */
const PARTS = sized(128);
const BOUNDARY = 'a-boundary-that-no-film-contains';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="whole.mp4"\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;
const MEGABYTE = 1024 ** 2;
const part = randomBytes(PART);

/** Nothing of it is held here: what is sent is the same part again and again. */
async function exchange(
  url: string,
  method = 'GET',
  chunks: readonly (Buffer | string)[] = [],
  headers: Record<string, string> = {},
) {
  const length = chunks.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  const outgoing = request(url, {
    method,
    headers: { ...headers, ...(length > 0 && { 'content-length': String(length) }) },
  });
  const answered = once(outgoing, 'response');
  await pipeline(Readable.from(chunks), outgoing);
  const [incoming] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
  let came = 0;
  for await (const chunk of incoming) came += chunk.length;
  if (incoming.statusCode >= 300) throw new Error(`${method} ${url}: ${incoming.statusCode}`);
  return came;
}

const all = (parts: number) => Array.from({ length: parts }, () => part);

interface Side {
  readonly program: Program;
  readonly up: () => Promise<unknown>;
}

async function inParts(
  program: Program,
  person: Person,
  clipId: string,
  { parts = PARTS, atOnce = 2 } = {},
): Promise<{ readonly url: string }> {
  const { id } = await call(program, person, `POST /clipboard/${clipId}/uploads`, {
    name: 'film.mp4',
    size: parts * PART,
  });
  const headers = { ...person.headers, 'content-type': 'application/octet-stream' };
  await repeat(parts, atOnce, (at) =>
    exchange(`${program.url}/api/uploads/${id}/parts/${at}`, 'PUT', [part], headers),
  );
  return call(program, person, `POST /clipboard/${clipId}/files`, { uploadId: id });
}

export async function films(): Promise<void> {
  const program = await startProduct(builds['here'] ?? '', freshFolder(), {
    MAX_FILE_MB: '1024',
    STORAGE_PER_PERSON_MB: '65536',
  });
  const person = await addPerson(program);
  const [clipId = ''] = await addClips(program, person, 1);
  const pipe = await startPeer(new URL('peers/transfer.ts', import.meta.url));
  const whole = () =>
    exchange(
      `${program.url}/api/clipboard/${clipId}/files`,
      'POST',
      [HEAD, ...all(PARTS - 1), TAIL],
      { ...person.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    );
  const here: Side = { program, up: () => inParts(program, person, clipId) };
  const piped: Side = {
    program: pipe,
    up: () => exchange(pipe.url, 'POST', all(PARTS)),
  };
  const row = { unit: 's', goal: '≤ 1.3', rounds: 1, warmUp: 0 };
  const seconds = async (side: Side, work: () => Promise<unknown>) =>
    (await cost(side.program, work)) / 1e6;
  const up = (side: Side) => seconds(side, side.up);
  await measure('1 GB up in parts, processor time', row, { here, 'raw pipe': piped }, up);
  await measure(
    '1 GB up in parts, against one body',
    { ...row, goal: '' },
    { here, 'one body': { program, up: whole } },
    up,
  );
  const { url } = await inParts(program, person, clipId);
  const down = {
    here: { program, url: program.url + url },
    'raw pipe': { program: pipe, url: pipe.url },
  };
  await measure(
    '1 GB down, processor time',
    row,
    down,
    async (side) => (await cost(side.program, () => exchange(side.url))) / 1e6,
  );
  await measure(
    'memory over idle while eight films come',
    { ...row, unit: 'MB', goal: '≤ 20' },
    { here },
    async () => {
      const idle = await program.resident();
      const film = () => inParts(program, person, clipId, { parts: sized(32), atOnce: 1 });
      const coming = Promise.all(Array.from({ length: 8 }, film));
      let [isOver, most] = [false, 0];
      void coming.finally(() => (isOver = true));
      while (!isOver) most = Math.max(most, await program.resident());
      await coming;
      return (most - idle) / MEGABYTE;
    },
  );
}
