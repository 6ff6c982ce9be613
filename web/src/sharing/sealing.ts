import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';
import type { Link, SealedLink } from '@clipline/contract/schemas/links.ts';
import {
  type Bytes,
  type FileToSeal,
  fragmentOf,
  newKey,
  seal,
  withPassword,
} from '@clipline/contract/sealed.ts';
import { call } from '../lib/api.ts';
import { randomId } from '../lib/random-id.ts';

/** Browsers that stretch a password on the page's own thread would hold the page for a second. */
export function stretchApart(key: Bytes, password: string): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./stretch-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<Bytes>) => end(() => resolve(data));
    worker.onerror = ({ message }) => end(() => reject(new Error(message)));
    worker.postMessage([key, password]);
  });
}

/** Not every browser can go through a stream by itself. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

export const fileToSeal = (file: File): FileToSeal & { readonly lastModified: number } => ({
  // Another one of the same name and size is another.
  lastModified: file.lastModified,
  name: file.name,
  type: file.type,
  size: file.size,
  bytes: () => chunksOf(file.stream()),
});

/** In few pieces, which a browser keeps beside the page's own memory. */
async function blobOf(pieces: AsyncIterable<Bytes>): Promise<Blob> {
  const blobs: Blob[] = [];
  let [some, length]: [Bytes[], number] = [[], 0];
  for await (const piece of pieces) {
    some.push(piece);
    length += piece.length;
    if (length < UPLOAD_PART_BYTES) continue;
    blobs.push(new Blob(some));
    [some, length] = [[], 0];
  }
  return new Blob([...blobs, ...some]);
}

/** As it is sent, and again where a reply got lost. */
interface Attempt {
  readonly asked: string;
  readonly idempotencyKey: string;
  readonly key: Bytes;
  readonly sealed: Blob;
  readonly link: SealedLink;
  uploadId?: string;
}

const needs = ['id', 'url'] as const;

async function send(attempt: Attempt): Promise<Link> {
  const { sealed, link, idempotencyKey } = attempt;
  if (sealed.size <= MAX_FILE_BYTES)
    return call('POST /links/sealed', {
      file: new File([sealed], 'sealed'),
      body: { link: JSON.stringify(link) },
      idempotencyKey,
      needs,
    });
  attempt.uploadId ??= (
    await call('POST /links/sealed/uploads', {
      body: { name: 'sealed', size: sealed.size },
      needs: ['id'],
    })
  ).id;
  const id = attempt.uploadId;
  for (let n = 0; n * UPLOAD_PART_BYTES < sealed.size; n++)
    await call('PUT /uploads/{id}/parts/{n}', {
      params: { id, n: String(n) },
      bytes: sealed.slice(n * UPLOAD_PART_BYTES, (n + 1) * UPLOAD_PART_BYTES),
    });
  return call('POST /links/sealed', { uploadId: id, body: { link }, idempotencyKey, needs });
}

export interface Sealed {
  /** Without what stands behind #. */
  readonly url: string;
  readonly fragment: string;
}

interface ToSeal {
  readonly text: string;
  readonly files: readonly FileToSeal[];
  readonly link: Omit<SealedLink, 'password'>;
  /** Empty for none. */
  readonly password: string;
}

async function begin({ text, files, link, password }: ToSeal, asked: string): Promise<Attempt> {
  const key = newKey();
  const { material, proof } =
    password === ''
      ? { material: key, proof: null }
      : await withPassword(key, await stretchApart(key, password));
  const sealed = await blobOf(seal(material, text, files));
  return { asked, idempotencyKey: randomId(), key, sealed, link: { ...link, password: proof } };
}

/** What was sealed before a reply got lost is sent as it was, so that it stays one link. */
export function sealing() {
  let last: Attempt | undefined;
  return async function sealAndShare(wanted: ToSeal): Promise<Sealed> {
    const asked = JSON.stringify(wanted);
    if (last?.asked !== asked) last = await begin(wanted, asked);
    const { url } = await send(last);
    return { url, fragment: await fragmentOf(url.split('/s/')[1] ?? '', last.key) };
  };
}
