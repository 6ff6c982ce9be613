import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

export interface PackedText {
  readonly packed: string;
  readonly bytes: number;
  readonly chars: number;
}

function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    // Stored texts are well-formed: each first half of a pair has its second.
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

export async function packText(text: string): Promise<PackedText> {
  const deflated = await deflate(text);
  return {
    packed: deflated.toString('base64'),
    bytes: deflated.length,
    chars: countCodePoints(text),
  };
}

/** Older servers stored texts of three times their limit: those of NULs, each U+FFFD by then. */
const MAX_UNPACKED_BYTES = 3 * MAX_TEXT_BYTES;

export const unpackText = async (packed: string): Promise<string> =>
  (await inflate(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES })).toString(
    'utf8',
  );
