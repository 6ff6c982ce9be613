import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

const CYCLES = Number(process.env['KILL_CYCLES'] ?? 20);
const WRITERS = 10;

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

/** What the server has acknowledged of one clip. `attempted` may have been saved although its answer never came. */
interface Acknowledged {
  content: string;
  attempted: string;
  files: string[];
}

describe('a server that is killed while people write', () => {
  let product: Product;
  let headers: Record<string, string>;
  const acknowledged = new Map<string, Acknowledged>();

  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${product.url}/api${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const sendText = (method: string, path: string, content: string) =>
    call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ content }) }) as Promise<WireClip>;

  /** One person's work: a clip, a file for it, an edit. `acknowledge` hears of each answer as it comes. */
  async function write(acknowledge: () => void): Promise<void> {
    const first = sealed(`first ${randomBytes(200).toString('hex')}`);
    const clip = await sendText('POST', '/clipboard', first);
    const known: Acknowledged = { content: first, attempted: first, files: [] };
    acknowledged.set(clip.id, known);
    acknowledge();

    const bytes = randomBytes(1 + Math.floor(Math.random() * 300_000));
    const form = new FormData();
    // The name is the hash, so that whatever is served can be checked without a memory of what was sent.
    form.append('file', new Blob([bytes]), `${sha256(bytes)}.bin`);
    const file = (await call(`/clipboard/${clip.id}/files`, { method: 'POST', body: form })) as WireFile;
    known.files.push(file.name);
    acknowledge();

    known.attempted = sealed(`second ${randomBytes(200).toString('hex')}`);
    await sendText('PUT', `/clipboard/${clip.id}`, known.attempted);
    known.content = known.attempted;
    acknowledge();
  }

  /** Ten writers until the given number of answers has come; then the process dies in the middle of what is under way. */
  async function writeUntilKilled(answers: number): Promise<void> {
    let left = answers;
    const acknowledge = () => {
      left -= 1;
      if (left === 0) void product.kill();
    };
    const writer = async () => {
      try {
        while (left > 0) await write(acknowledge);
      } catch (error) {
        // Only the kill may interrupt anybody.
        if (left > 0) throw error;
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    await product.kill();
  }

  async function expectWhole(clip: WireClip): Promise<void> {
    expect(isWhole(clip.content), `text of ${clip.id}`).toBe(true);
    for (const file of clip.files) {
      const bytes = new Uint8Array(await (await fetch(new URL(file.url, product.url))).arrayBuffer());
      expect(`${sha256(bytes)}.bin`, `bytes of ${file.id}`).toBe(file.name);
      expect(bytes.length).toBe(file.size);
    }
  }

  beforeAll(async () => {
    product = await startProduct();
    const account = await createAccount(product);
    const response = await fetch(`${product.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    const { session } = (await response.json()) as { session: { access_token: string } };
    headers = { authorization: `Bearer ${session.access_token}` };
  }, 60_000);
  afterAll(() => product.dispose());

  test(`keeps everything it acknowledged, over ${CYCLES} kills`, { timeout: 20_000 * CYCLES }, async () => {
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      const before = new Set(acknowledged.keys());
      await writeUntilKilled(5 + Math.floor(Math.random() * 40));
      await product.start();
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);

      const clips = new Map(((await call('/clipboard/history')) as WireClip[]).map((clip) => [clip.id, clip]));
      for (const [id, known] of acknowledged) {
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
