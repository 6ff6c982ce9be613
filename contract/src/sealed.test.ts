import { createHash, createCipheriv, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
// @ts-expect-error It has no types.
import untyped from 'http_ece';
import { describe, expect, test } from 'vitest';
import { someCases } from '../../server/testing/cases.ts';
import {
  type Bytes,
  fragmentOf,
  keyIn,
  looksSealed,
  newKey,
  open,
  seal,
  SealBroken,
  sealedLimits,
  stretch,
  withPassword,
} from './sealed.ts';

interface Ece {
  encrypt(bytes: Buffer, how: object): Buffer;
  decrypt(bytes: Buffer, how: object): Buffer;
}
const ece = untyped as Ece;

const K = Uint8Array.from({ length: 16 }, (_, i) => i);
const salt = Uint8Array.from({ length: 16 }, (_, i) => 0xa0 + i);
const text = 'Grüße 🔑';
const token = 'A'.repeat(22);
const fragment = 'aaaqeayeaudaocajbifqydiob4j53k';

type Content = { text: string; files: { name: string; type: string; content: Uint8Array }[] };

async function* inChunks(bytes: Uint8Array, size = bytes.length) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function all(chunks: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}
const sealedOf = (material: Bytes, { text: words, files }: Content, withSalt = salt) =>
  all(
    seal(
      material,
      words,
      files.map(({ name, type, content }) => ({
        name,
        type,
        size: content.length,
        bytes: () => inChunks(content, 1000),
      })),
      withSalt,
    ),
  );
async function openedOf(material: Bytes, sealed: Uint8Array, chunk?: number): Promise<Content> {
  const { text: words, files } = await open(material, inChunks(sealed, chunk));
  return {
    text: words,
    files: files.map(({ name, type, bytes }) => ({
      name,
      type,
      content: new Uint8Array(Buffer.concat(bytes)),
    })),
  };
}
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const isRefused = (sealed: Uint8Array, material = K): Promise<boolean> =>
  openedOf(material, sealed).then(
    () => false,
    (error: unknown) => error instanceof SealBroken,
  );

const TWO_RECORDS: Content = {
  text: 'x',
  files: [
    {
      name: 'a.bin',
      type: 'application/octet-stream',
      content: Uint8Array.from({ length: 70_000 }, (_, i) => i % 251),
    },
  ],
};

describe('the vectors', () => {
  test('a text', async () => {
    const sealed = await sealedOf(K, { text, files: [] });
    expect(sealed.length).toBe(1062);
    expect(hash(sealed)).toBe('8567ead886af233b0fc6311b157044a8b6f322787213a70343069815621f34cc');
  });

  test('a text with a password', async () => {
    const { material, proof } = await withPassword(K, await stretch(K, 'correct horse'));
    expect(Buffer.from(material).toString('hex')).toBe('39efb4111ceec6462e35b37b93b91620');
    expect(proof).toBe('ug7TOLU_g4TfEkj0wwb-qowyk1_2WP9J5VxAWyRMaTw');
    const sealed = await sealedOf(material, { text, files: [] });
    expect(sealed.length).toBe(1062);
    expect(hash(sealed)).toBe('ee21a7a73d0c5366d75e138b82d2b3f4e8ceee289558343410a46f2bffdeab29');
    expect(await openedOf(material, sealed)).toEqual({ text, files: [] });
    expect(await isRefused(sealed)).toBe(true);
    // The same letters, however a keyboard spells them.
    expect(await stretch(K, '\uFB01ve')).toEqual(await stretch(K, 'five'));
  });

  test('a text and a file of more than one record', async () => {
    const sealed = await sealedOf(K, TWO_RECORDS);
    expect(sealed.length).toBe(71_735);
    expect(hash(sealed)).toBe('4d30b11df88d13814748853b14dd655b4156fbcf774fe0012728037ada56c617');
    expect(await openedOf(K, sealed)).toEqual(TWO_RECORDS);
  });

  test('the part behind #', async () => {
    expect(await fragmentOf(token, K)).toBe(fragment);
    expect(await keyIn(token, fragment)).toEqual(K);
    expect(await keyIn(token, fragment.toUpperCase())).toEqual(K);
  });
});

test('any text and any files come back, in chunks of any length', async () => {
  const name = fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((each) => /^[^/\\\0]+$/.test(each));
  const file = fc.record({
    name,
    type: fc.string(),
    content: fc.uint8Array({ maxLength: 70_000, size: 'max' }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ text: fc.string({ unit: 'binary' }), files: fc.array(file, { maxLength: 3 }) }),
      fc.integer({ min: 1, max: 70_000 }),
      async (content, chunk) => {
        const key = newKey();
        const sealed = await sealedOf(key, content, newKey());
        expect(await openedOf(key, sealed, chunk)).toEqual(content);
        const length = content.files.reduce(
          (sum, { content: bytes }) => sum + bytes.length,
          Buffer.byteLength(content.text),
        );
        // Nothing else is to be learned from how long it is.
        expect(sealed.length).toBeLessThan(Math.max(1200, length * 1.13 + 1000));
      },
    ),
    someCases(60),
  );
});

describe('refused whole', () => {
  test('every flipped bit of a text', async () => {
    const sealed = await sealedOf(K, { text, files: [] });
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const other = sealed.slice();
      other[bit >> 3]! ^= 1 << (bit & 7);
      expect(await isRefused(other)).toBe(true);
    }
  });

  test('a flipped bit, a cut, and more bytes anywhere in two records', async () => {
    const sealed = await sealedOf(K, TWO_RECORDS);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(7), async (at, bit) => {
        const other = sealed.slice();
        other[at]! ^= 1 << bit;
        expect(await isRefused(other)).toBe(true);
        expect(await isRefused(sealed.subarray(0, at))).toBe(true);
        expect(
          await isRefused(
            Buffer.concat([sealed.subarray(0, at), Uint8Array.of(0), sealed.subarray(at)]),
          ),
        ).toBe(true);
      }),
      someCases(60),
    );
  });

  test('swapped, repeated and missing records', async () => {
    const content = {
      text: '',
      files: [{ name: 'a', type: '', content: new Uint8Array(65_519 * 3) }],
    };
    const sealed = await sealedOf(K, content);
    const records: Uint8Array[] = [];
    for (let at = 21; at < sealed.length; at += 65_536)
      records.push(sealed.subarray(at, at + 65_536));
    expect(records.length).toBe(4);
    const [one, two, three, last] = records as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    const whole = (...parts: Uint8Array[]) => Buffer.concat([sealed.subarray(0, 21), ...parts]);
    expect(await openedOf(K, whole(...records))).toEqual(content);
    for (const other of [
      [two, one, three, last],
      [one, two, last, three],
      [one, one, two, three, last],
      [one, two, three, last, last],
      [two, three, last],
      [one, two, last],
      [one, two, three],
      [last],
      [],
    ])
      expect(await isRefused(whole(...other))).toBe(true);
  });

  test('another key, and nothing at all', async () => {
    expect(await isRefused(await sealedOf(K, { text, files: [] }), newKey())).toBe(true);
    expect(await isRefused(new Uint8Array(0))).toBe(true);
  });

  /** Whoever has the key can seal what no writer would: by hand, in one record. */
  function byHand(head: string | object, rest = '', total = 1024): Uint8Array {
    const json = typeof head === 'string' ? head : JSON.stringify(head);
    const content = Buffer.alloc(total + 1);
    content.writeUInt32BE(Buffer.byteLength(json));
    content.write(json + rest, 4, 'latin1');
    content[total] = 2;
    const derived = (info: string, length: number) =>
      Buffer.from(hkdfSync('sha256', K, salt, info, length));
    const cipher = createCipheriv(
      'aes-128-gcm',
      derived('Content-Encoding: aes128gcm\0', 16),
      derived('Content-Encoding: nonce\0', 12),
    );
    const record = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([salt, Uint8Array.of(0, 1, 0, 0, 0), record]);
  }
  const file = (more: object) => ({ name: 'a', type: '', size: 1, ...more });

  test('what does not add up', async () => {
    const good = byHand({ more: 1, files: [file({ more: 1 })], text: 1, v: 1 }, 'xy');
    expect(await openedOf(K, good)).toEqual({
      text: 'x',
      files: [{ name: 'a', type: '', content: Uint8Array.of(121) }],
    });
    for (const other of [
      byHand({ v: 1, text: 1, files: [] }, 'xy'),
      byHand({ v: 1, text: 1, files: [] }, 'x', 1025),
      byHand({ v: 1, text: 1, files: [] }, 'x', 1000),
      byHand({ v: 1, text: 1, files: [] }, '\xff'),
      byHand({ v: 1, text: 5000, files: [] }),
      byHand({ v: 1, text: -1, files: [] }),
      byHand({ v: 1, text: 0.5, files: [] }),
      byHand({ v: 1, text: 0 }),
      byHand({ text: 0, files: [] }),
      byHand('null'),
      byHand('{'),
      byHand('{"v":1,"text":0,"files":[]}\xff'),
      ...['', 'a/b', 'a\\b', 'a\0', 5].map((name) =>
        byHand({ v: 1, text: 0, files: [file({ name })] }, 'x'),
      ),
      byHand({ v: 1, text: 0, files: [file({ size: 2000 })] }),
      byHand({ v: 1, text: 0, files: [file({ type: null })] }, 'x'),
      byHand({ v: 1, text: 0, files: [null] }),
    ])
      expect(await isRefused(other)).toBe(true);
  });

  test('a newer version, by that name', async () => {
    await expect(openedOf(K, byHand({ v: 2, other: [] }))).rejects.toMatchObject({ isNewer: true });
    await expect(openedOf(K, byHand({ v: 'x' }))).rejects.toMatchObject({ isNewer: false });
  });

  test('a link that is cut, mistyped, or of another', async () => {
    for (let at = 0; at < fragment.length; at++) {
      expect(await keyIn(token, fragment.slice(0, at))).toBe(undefined);
      for (const letter of 'abz27') {
        if (fragment[at] === letter) continue;
        const other = fragment.slice(0, at) + letter + fragment.slice(at + 1);
        expect(await keyIn(token, other)).toBe(undefined);
      }
    }
    expect(await keyIn(`${token.slice(1)}B`, fragment)).toBe(undefined);
    expect(await keyIn(token, `${fragment}a`)).toBe(undefined);
    // The last of the key's letters has two bits that no key has.
    expect(await keyIn(token, fragment.replace(/4(.{4})$/, '5$1'))).toBe(undefined);
  });

  test('a file that changed while it was read', async () => {
    const bytes = () => inChunks(Uint8Array.of(1, 2));
    await expect(all(seal(K, '', [{ name: 'a', type: '', size: 3, bytes }]))).rejects.toThrow('a');
  });
});

test('names that no file can have are made ones, and an empty file is none the less there', async () => {
  const files = ['a/b\\c\0d', ''].map((name) => ({ name, type: '', content: new Uint8Array(0) }));
  const { files: opened } = await openedOf(K, await sealedOf(K, { text: '', files }));
  expect(opened.map(({ name }) => name)).toEqual(['a_b_c_d', '_']);
});

test('what a server can tell, and how much is taken', () => {
  const head = Buffer.concat([salt, Uint8Array.of(0, 1, 0, 0, 0)]);
  expect(looksSealed(head, 38)).toBe(true);
  expect(looksSealed(head, 37)).toBe(false);
  expect(looksSealed(head.subarray(0, 20), 38)).toBe(false);
  for (const at of [16, 17, 18, 19, 20]) {
    const other = Buffer.from(head);
    other[at]! ^= 1;
    expect(looksSealed(other, 38)).toBe(false);
  }
  expect(sealedLimits(10_485_760)).toEqual({ content: 10_485_760, sealed: 11_848_908 });
  expect(sealedLimits(2 ** 40)).toEqual({ content: 104_857_600, sealed: 118_489_088 });
});

describe('another implementation', () => {
  const how = { version: 'aes128gcm', key: Buffer.from(K), rs: 65_536 };

  test('reads what is sealed here', async () => {
    const sealed = await sealedOf(K, TWO_RECORDS, newKey());
    const content = ece.decrypt(Buffer.from(sealed), how);
    const length = content.readUInt32BE(0);
    expect(JSON.parse(content.subarray(4, 4 + length).toString())).toEqual({
      v: 1,
      text: 1,
      files: [{ name: 'a.bin', type: 'application/octet-stream', size: 70_000 }],
    });
    expect(content.subarray(4 + length + 1, 4 + length + 1 + 70_000)).toEqual(
      Buffer.from(TWO_RECORDS.files[0]!.content),
    );
  });

  test('is read here', async () => {
    const ours = await sealedOf(K, TWO_RECORDS);
    const theirs = ece.encrypt(ece.decrypt(Buffer.from(ours), how), { ...how, salt: newKey() });
    expect(await openedOf(K, theirs)).toEqual(TWO_RECORDS);
  });
});
