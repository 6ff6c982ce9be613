import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { TRUE_SIZE } from '../server/testing/true-size.ts';
import { createAccount } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/story.ts';

const CYCLES = TRUE_SIZE ? 200 : 5;
const WRITERS = 8;
/** Send files of some megabytes, so that kills fall into the middle of one. */
const UPLOADERS = 3;
const PIECE = 256 * 1024;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Text that tells by itself whether it is whole. */
const sealed = (words: string) => `${words} ${sha256(words)}`;
const isWhole = (text: string) => {
  const at = text.lastIndexOf(' ');
  return sha256(text.slice(0, at)) === text.slice(at + 1);
};

interface WireFile {
  id: string;
  name: string;
  size: number;
  url: string;
}
interface WireClip {
  id: string;
  content: string;
  files: WireFile[];
}

/**
 * What the server has acknowledged of one clip. `attempted` may have been saved although its answer
 * never came.
 */
interface Acknowledged {
  content: string;
  attempted: string;
  files: string[];
}

test.describe('a server that is killed while people write', () => {
  let product: Product;
  let headers: Record<string, string>;
  const acknowledged = new Map<string, Acknowledged>();

  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${product.url}/api${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    if (!response.ok)
      throw new Error(
        `${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`,
      );
    return response.json();
  };
  const sendText = (method: string, path: string, content: string) =>
    call(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
    }) as Promise<WireClip>;

  /** `onPiece` hears of each piece that left. */
  function attach(clipId: string, bytes: Buffer, onPiece = () => {}): Promise<WireFile> {
    // The name is the hash, so that whatever is served can be checked without a memory of what was
    // sent.
    const head = `--kill\r\ncontent-disposition: form-data; name="file"; filename="${sha256(bytes)}.bin"\r\n\r\n`;
    async function* pieces() {
      yield Buffer.from(head);
      for (let from = 0; from < bytes.length; from += PIECE) {
        yield bytes.subarray(from, from + PIECE);
        onPiece();
      }
      yield Buffer.from('\r\n--kill--\r\n');
    }
    return call(`/clipboard/${clipId}/files`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=kill' },
      body: Readable.toWeb(Readable.from(pieces())) as ReadableStream,
      duplex: 'half',
    } as RequestInit) as Promise<WireFile>;
  }

  /**
   * Large files, one after the other, each for a clip of its own. `happened` hears of each piece
   * and each answer.
   */
  async function sendLarge(happened: () => void): Promise<void> {
    const content = sealed(`for a large file ${randomBytes(20).toString('hex')}`);
    const clip = await sendText('POST', '/clipboard', content);
    const known: Acknowledged = { content, attempted: content, files: [] };
    acknowledged.set(clip.id, known);
    known.files.push(
      (await attach(clip.id, randomBytes(Math.ceil((1 + Math.random() * 3) * 1_000_000)), happened))
        .name,
    );
    happened();
  }

  /**
   * One person's work: a clip, a file for it, an edit. `acknowledge` hears of each answer as it
   * comes.
   */
  async function write(acknowledge: () => void): Promise<void> {
    const first = sealed(`first ${randomBytes(200).toString('hex')}`);
    const clip = await sendText('POST', '/clipboard', first);
    const known: Acknowledged = { content: first, attempted: first, files: [] };
    acknowledged.set(clip.id, known);
    acknowledge();

    known.files.push(
      (await attach(clip.id, randomBytes(1 + Math.floor(Math.random() * 300_000)))).name,
    );
    acknowledge();

    known.attempted = sealed(`second ${randomBytes(200).toString('hex')}`);
    await sendText('PUT', `/clipboard/${clip.id}`, known.attempted);
    known.content = known.attempted;
    acknowledge();
  }

  /**
   * All of them until so much has happened; then the process dies in the middle of what is under
   * way.
   */
  async function writeUntilKilled(happenings: number): Promise<void> {
    let left = happenings;
    const happened = () => {
      left -= 1;
      if (left === 0) void product.kill();
    };
    const repeat = async (work: (happened: () => void) => Promise<void>) => {
      try {
        while (left > 0) await work(happened);
      } catch (error) {
        // Only the kill may interrupt anyone.
        if (left > 0) throw error;
      }
    };
    await Promise.all([
      ...Array.from({ length: WRITERS }, () => repeat(write)),
      ...Array.from({ length: UPLOADERS }, () => repeat(sendLarge)),
    ]);
    await product.kill();
  }

  async function expectWhole(clip: WireClip): Promise<void> {
    expect(isWhole(clip.content), `text of ${clip.id}`).toBe(true);
    for (const file of clip.files) {
      const bytes = new Uint8Array(
        await (await fetch(new URL(file.url, product.url))).arrayBuffer(),
      );
      expect(`${sha256(bytes)}.bin`, `bytes of ${file.id}`).toBe(file.name);
      expect(bytes.length).toBe(file.size);
    }
  }

  test.beforeAll(async () => {
    product = await startProduct();
    const account = await createAccount(product);
    const response = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    const { session } = (await response.json()) as { session: { access_token: string } };
    headers = { authorization: `Bearer ${session.access_token}` };
  });
  test.afterAll(() => product.dispose());

  test(`keeps everything it acknowledged, over ${CYCLES} kills`, async () => {
    test.setTimeout(60_000 * CYCLES);
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      const before = new Set(acknowledged.keys());
      await writeUntilKilled(5 + Math.floor(Math.random() * 80));
      await product.start();
      const ready = () => fetch(`${product.url}/readyz`).then(({ status }) => status);
      // It may be asked over a connection that the kill has closed.
      await expect.poll(() => ready().catch(String)).toBe(200);

      const clips = new Map(
        ((await call('/clipboard/history')) as WireClip[]).map((clip) => [clip.id, clip]),
      );
      // Those of earlier cycles once more at the end.
      for (const [id, known] of acknowledged) {
        if (before.has(id) && cycle < CYCLES) continue;
        const clip = clips.get(id);
        expect(clip, `clip ${id} of cycle ${cycle}`).toBeDefined();
        expect([known.content, known.attempted]).toContain(clip?.content);
        const names = clip?.files.map((file) => file.name);
        for (const name of known.files) expect(names).toContain(name);
      }
      for (const clip of clips.values()) if (!before.has(clip.id)) await expectWhole(clip);
    }
  });
});
