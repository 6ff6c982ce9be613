import { createHash } from 'node:crypto';
import { UPLOAD_PART_BYTES as PART } from '@clipline/contract/limits.ts';
import { type Answer, call } from './call.ts';
import type { TestApp } from './build-test-app.ts';

export const partOf = (bytes: Uint8Array, at: number) => bytes.subarray(at * PART, (at + 1) * PART);
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
export const contentDigest = (bytes: Uint8Array) => ({
  'content-digest': `sha-256=:${digestOf(bytes).toString('base64')}:`,
});

export async function putPart(
  app: Pick<TestApp, 'url'>,
  id: string,
  at: number | string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${app.url}/api/uploads/${id}/parts/${at}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  const body = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, body };
}

export const begin = (
  app: Pick<TestApp, 'url'>,
  place: string,
  headers: Record<string, string>,
  {
    name = 'film.mp4',
    size = 1,
    ...more
  }: { name?: string; size?: number; [field: string]: unknown } = {},
) => call(app, `POST /${place}/uploads`, { headers, body: { name, size, ...more } });

/** All parts of what was begun, the last first. */
export async function putAll(
  app: Pick<TestApp, 'url'>,
  id: string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<void> {
  for (let at = Math.ceil(bytes.length / PART) - 1; at >= 0; at--) {
    const { status, text } = await putPart(app, id, at, partOf(bytes, at), headers);
    if (status !== 204) throw new Error(`Part ${at}: ${status} ${text}`);
  }
}
