import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { MAX_TEXT_BYTES } from '../contract/src/limits.ts';
import { call, repeat } from './support/calls.ts';
import { each, measure, quantile } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson, type Person, textOf } from './support/people.ts';
import { type Program, startBuilds } from './support/programs.ts';
import { viewer } from './support/viewer.ts';

/** Of so many probes p99 leaves out two or three. */
const ATTACK_MS = sized(5000);
const LONG_CLIPS = sized(200);
const LONG_ITEMS = sized(50);
const CRUMBS = sized(100_000);

/** Quotes and line breaks make JSON of texts dear, accents take folding time. */
const longText = (index: number) =>
  // Room is left for accents, which are two bytes each.
  `"${textOf(index)}é"\n`.repeat(4096).slice(0, MAX_TEXT_BYTES - 16 * 1024);

/** A file of a clip of which each byte comes as a chunk of its own. */
async function uploadInCrumbs({ url }: Program, { session }: Person, id: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
  const body = `${head}${'a'.repeat(CRUMBS)}\r\n--edge--\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/clipboard/${id}/files HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
      `Authorization: Bearer ${session.access_token}\r\nConnection: close\r\n` +
      'Content-Type: multipart/form-data; boundary=edge\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `${Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
  );
  // What comes too slowly is ended, which is an answer too.
  await text(socket).catch(() => undefined);
}

export async function others(): Promise<void> {
  const texts = [longText(1), longText(2)];
  const { sides, seeded } = await startBuilds(async (product) => {
    const person = await addPerson(product);
    const ids = await addClips(product, person, LONG_CLIPS, (index) => texts[index % 2] ?? '');
    const { id: roomId } = await call(product, person, 'POST /rooms', { name: 'Long texts' });
    await repeat(LONG_ITEMS, 1, (index) =>
      call(product, person, `POST /rooms/${roomId}/content`, {
        type: 'text',
        content: texts[index % 2],
      }),
    );
    return { person, ids, roomId };
  });
  const { person, ids, roomId } = seeded;
  const join = ['join:room', { roomId }] as const;
  const bulk = (program: Program, action: string) =>
    call<{ undoId: string }>(program, person, 'POST /clipboard/bulk', { ids, action });
  const attacks: Record<string, (program: Program, turn: number) => Promise<unknown>> = {
    'saves four texts of 512 KiB at once': (program, turn) =>
      repeat(4, 4, (index) =>
        call(program, person, `PUT /clipboard/${ids[index % ids.length]}`, {
          content: `${texts[turn % 2]}${turn}`,
        }),
      ),
    'joins a room of 25 MB': (program) =>
      viewer(program.url, { token: person.session.access_token, join }),
    'marks 200 clips of 512 KiB': (program, turn) =>
      bulk(program, turn % 2 === 0 ? 'favorite' : 'unfavorite'),
    'deletes and brings back 200 of them': async (program) => {
      const { undoId } = await bulk(program, 'delete');
      await call(program, person, `POST /clipboard/bulk/${undoId}/undo`);
    },
    'uploads eight files byte by byte': async (program) => {
      const [id = ''] = await addClips(program, person, 1, () => 'holds files');
      await repeat(8, 8, () => uploadInCrumbs(program, person, id));
      await call(program, person, `DELETE /clipboard/${id}`);
    },
    'searches 100 MB': (program) =>
      call(program, person, 'GET /clipboard/history?page=1&pageSize=50&search=%C3%A9+window'),
  };
  const probed = await each(sides, (program) => ({
    program,
    probe: fork(fileURLToPath(new URL('support/probe.ts', import.meta.url)), [
      `${program.url}/healthz`,
    ]),
  }));
  for (const [what, attack] of Object.entries(attacks))
    await measure(
      `others' p99 while one ${what}`,
      { unit: 'ms', goal: '≤ 250', rounds: 1 },
      probed,
      async ({ program, probe }) => {
        probe.send('begin');
        const start = performance.now();
        for (let turn = 0; turn === 0 || performance.now() - start < ATTACK_MS; turn++)
          await attack(program, turn);
        const waits = once(probe, 'message');
        probe.send('end');
        return quantile((await waits)[0] as number[], 0.99);
      },
    );
  for (const { probe } of Object.values(probed)) probe.kill();
}
