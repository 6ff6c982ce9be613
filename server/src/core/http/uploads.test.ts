import { errors } from '@clipline/contract/errors.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, readParts } from './uploads.ts';

const INVALID = errors.INVALID_UPLOAD.text;

interface Plain {
  name: string;
  fileName: string | undefined;
  bytes: string;
}

async function* inPieces(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

async function read(body: string | Buffer, size = 1 << 20): Promise<Plain[]> {
  const parts: Plain[] = [];
  for await (const part of readParts(inPieces(Buffer.from(body), size), 'B')) {
    const bytes = Buffer.concat(await Array.fromAsync(part.bytes)).toString('latin1');
    parts.push({ name: part.name, fileName: part.fileName, bytes });
  }
  return parts;
}

const part = (head: string, bytes: string) =>
  `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${bytes}\r\n`;

describe('the parts of a body', () => {
  test('are what any split into pieces gives', async () => {
    const bytes = fc.oneof(
      fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'B', 'x') }),
      fc.constantFrom('\r\n--', '\r\n--C', '--B', '\r\n-', ''),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          bytes.filter((each) => !`\r\n${each}`.includes('\r\n--B') && !each.includes('\r\n--B')),
          { minLength: 1, maxLength: 4 },
        ),
        fc.integer({ min: 1, max: 40 }),
        async (contents, size) => {
          const body = `${contents.map((content, index) => part(`name="n${index}"; filename="f"`, content)).join('')}--B--\r\n`;
          expect(await read(body, size)).toEqual(
            contents.map((content, index) => ({
              name: `n${index}`,
              fileName: 'f',
              bytes: content,
            })),
          );
        },
      ),
    );
  });

  test('are refused wherever the body is cut', async () => {
    const body = `${part('name="file"; filename="a.txt"', 'some bytes')}--B--`;
    for (let length = 0; length < body.length; length++)
      await expect(read(body.slice(0, length)), `cut at ${length}`).rejects.toThrow(INVALID);
    expect(await read(body)).toHaveLength(1);
  });

  test.each([
    ['no boundary at the beginning', `x${part('name="a"', '')}--B--`],
    ['no name', `${part('filename="a"', '')}--B--`],
    ['no disposition', '--B\r\nContent-Type: text/plain\r\n\r\nx\r\n--B--'],
    ['no head', '--B\r\n\r\nx\r\n--B--'],
    ['an attachment', '--B\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--B--'],
    [
      'a head without end',
      `--B\r\nContent-Disposition: form-data; name="${'a'.repeat(20_000)}"\r\n\r\nx\r\n--B--`,
    ],
    [
      'a header twice',
      '--B\r\nContent-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"\r\n\r\nx\r\n--B--',
    ],
    [
      'a bare line break in a header',
      '--B\r\nContent-Disposition: form-data; name="a\nb"\r\n\r\nx\r\n--B--',
    ],
    [
      'something behind a boundary',
      `--Bx\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--B--`,
    ],
  ])('are refused with %s', async (_, body) => {
    await expect(read(body)).rejects.toThrow(INVALID);
  });

  test.each([
    ['a browser', 'a%22b%0D%0A Привет \\.txt', 'a"b\r\n Привет \\.txt'],
    ['curl', 'say \\"hi\\" now.txt', 'say "hi" now.txt'],
    ['curl, at the end', 'say \\"hi\\"', 'say "hi"'],
    ['a browser, of what ends so', 'a\\', 'a\\'],
  ])('carry names as %s spells them', async (_, spelled, fileName) => {
    for (const disposition of [
      `name="f"; filename="${spelled}"`,
      `filename="${spelled}"; name="f"`,
    ])
      expect(await read(`${part(disposition, '')}--B--`)).toEqual([
        { name: 'f', fileName, bytes: '' },
      ]);
  });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; boundary="a b"', 'a b'],
  ['Multipart/Form-Data;charset=utf-8; Boundary=----x1', '----x1'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
  ['multipart/mixed; boundary=abc', undefined],
  ['application/json', undefined],
  [undefined, undefined],
])('the boundary of %j is %j', (header, boundary) => {
  expect(boundaryOf(header)).toBe(boundary);
});
