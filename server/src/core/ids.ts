import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
/** A new id: 128 random bits, URL-safe. Knowing one is what "anyone with the link" rests on. */
export const newId = (): string => randomBytes(ID_BYTES).toString('base64url');
export const newToken = (): string => randomBytes(32).toString('base64url');
/** A reader of the store cannot use tokens. Random ones need no salt and no slow hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
/** A value only this installation can compute; the purpose keeps uses of the one secret apart. */
export const keyed = (secret: string, purpose: string, ...parts: string[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');
/** An id that only this installation can compute; nothing tells it from a new one. */
export const keyedId = (secret: string, purpose: string, ...parts: string[]): string =>
  Buffer.from(keyed(secret, purpose, ...parts), 'base64url')
    .subarray(0, ID_BYTES)
    .toString('base64url');
/** How long it takes does not tell how much of the value is right. */
export function isKeyed(
  value: string,
  secret: string,
  purpose: string,
  ...parts: string[]
): boolean {
  const [given, computed] = [Buffer.from(value), Buffer.from(keyed(secret, purpose, ...parts))];
  return given.length === computed.length && timingSafeEqual(given, computed);
}

export const idsOf = (things: readonly { readonly id: string }[]): string[] =>
  things.map(({ id }) => id);

export function rowsPerId<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[][] {
  const groups = Map.groupBy(rows, idOf);
  return ids.map((id) => groups.get(id) ?? []);
}

export const rowsInOrder = <Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] => rowsPerId(ids, rows, ({ id }) => id).flat();
