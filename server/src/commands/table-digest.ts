import { hash } from 'node:crypto';

export type Cell = string | number | null;

/**
 * SHA-256 of a row in a form that PostgreSQL computes too, see `digestOf` in
 * move-target.queries.ts: each value with its length in bytes, or n.
 */
export function rowSha256(row: readonly Cell[]): Buffer {
  let text = '';
  for (const value of row)
    text += value === null ? 'n' : `${Buffer.byteLength(String(value))}:${value}`;
  return hash('sha256', text, 'buffer');
}

/** How many rows there are, and one number for all of them, in whatever order they come. */
export interface Digest {
  readonly rows: number;
  readonly sum: string;
}

export const NO_ROWS: Digest = { rows: 0, sum: '0'.repeat(64) };

export const isSame = (a: Digest, b: Digest): boolean => a.rows === b.rows && a.sum === b.sum;

export interface DigestSum {
  add(sha256: Buffer): void;
  now(): Digest;
}

export function createDigestSum(): DigestSum {
  let rows = 0;
  let sum = 0n;
  return {
    add(sha256) {
      rows += 1;
      sum = BigInt.asUintN(256, sum + BigInt(`0x${sha256.toString('hex')}`));
    },
    now: () => ({ rows, sum: sum.toString(16).padStart(64, '0') }),
  };
}
