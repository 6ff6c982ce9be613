import { createHash } from 'node:crypto';
import { UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';

const MARK = 'parts-';

/** Content that came in parts is known by their digests, and marked: it is never read as a whole. */
export function identityOf(digests: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const digest of digests) hash.update(digest);
  return MARK + hash.digest('hex');
}

export const isInParts = (sha256: string): boolean => sha256.startsWith(MARK);

/** Hands bytes on, and tells their identity at the end. */
export async function* identified(
  bytes: AsyncIterable<Uint8Array>,
  onEnd: (identity: string) => void,
): AsyncGenerator<Uint8Array> {
  const digests: Buffer[] = [];
  let [hash, length] = [createHash('sha256'), 0];
  const endPart = () => {
    digests.push(hash.digest());
    [hash, length] = [createHash('sha256'), 0];
  };
  for await (const chunk of bytes) {
    for (let rest = chunk; rest.length > 0;) {
      const piece = rest.subarray(0, UPLOAD_PART_BYTES - length);
      rest = rest.subarray(piece.length);
      hash.update(piece);
      length += piece.length;
      if (length === UPLOAD_PART_BYTES) endPart();
    }
    yield chunk;
  }
  if (length > 0) endPart();
  onEnd(identityOf(digests));
}
