import { createHash } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import { UPLOAD_PART_BYTES } from '@clipline/contract/limits.ts';
import type { putUploadPart as endpoint } from '@clipline/contract/schemas/uploads.ts';
import type { App } from '../core/app.ts';
import type { Call } from '../core/http/serve.ts';
import { withBody } from '../core/http/uploads.ts';
import { ObjectMissing } from '../core/storage/object-storage.ts';
import { removeUnlessKept } from '../files/unless-kept.ts';
import { UPLOAD_MS } from './uploads.limits.ts';
import { findPart, forgetPart, keepPart } from './uploads.queries.ts';
import type { UploadTable } from './uploads.tables.ts';
import { countOfParts, requireUpload } from './uploads.ts';

type Sending = Call<typeof endpoint>;

const SHA256_BYTES = 32;
const invalid = () => new ProductError('INVALID_REQUEST');

/** In base64url; undefined where no SHA-256 is among them. Throws INVALID_REQUEST. */
function digestIn(header: string | undefined): string | undefined {
  for (const each of header?.split(',') ?? []) {
    const [, algorithm, value = ''] = /^\s*([\w*.-]+)\s*=\s*(.*?)\s*$/.exec(each) ?? [];
    if (algorithm !== 'sha-256') continue;
    const [, text = ''] = /^:([A-Za-z0-9+/]{43}=):(?:;.*)?$/.exec(value) ?? [];
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length !== SHA256_BYTES) throw invalid();
    return bytes.toString('base64url');
  }
  return undefined;
}

/** How long the part must be. Throws INVALID_REQUEST where it says that it is not. */
function lengthOf(upload: UploadTable, number: number, { headers }: Sending['request']): number {
  const length = Math.min(UPLOAD_PART_BYTES, upload.size - number * UPLOAD_PART_BYTES);
  const isSo =
    number < countOfParts(upload) &&
    headers['content-length'] === String(length) &&
    headers['content-encoding'] === undefined;
  return isSo ? length : throwing(invalid());
}
const throwing = (error: Error): never => {
  throw error;
};

/** Hands the bytes on; throws at their end where they are not those that were announced. */
async function* checked(
  bytes: AsyncIterator<Buffer>,
  length: number,
  expected: string | undefined,
  onEnd: (digest: string) => void,
) {
  const sum = createHash('sha256');
  let came = 0;
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
    came += next.value.length;
    sum.update(next.value);
    yield next.value;
  }
  if (came !== length) throw new ProductError('INVALID_UPLOAD');
  const digest = sum.digest('base64url');
  if (expected !== undefined && digest !== expected) throw new ProductError('UPLOAD_PART_DAMAGED');
  onEnd(digest);
}

async function digestOf(call: Sending, length: number): Promise<string> {
  let digest = '';
  await withBody(call.request, async (body) => {
    for await (const chunk of checked(body, length, undefined, (all) => (digest = all))) void chunk;
  });
  return digest;
}

async function store(
  app: App,
  call: Sending,
  upload: UploadTable,
  { number, length, expected }: { number: number; length: number; expected: string | undefined },
): Promise<void> {
  const { request, reply, change } = call;
  const content = { key: upload.id, token: upload.store_token };
  let sha256 = '';
  const tag = await withBody(request, (body) =>
    app.storage.parts.put(
      content,
      number,
      checked(body, length, expected, (digest) => (sha256 = digest)),
      length,
    ),
  );
  // What let its caller in may have ended since.
  await requireUpload(app, request, reply, upload.id);
  const isKept = await change((tx) => {
    const now = Date.now();
    const part = { upload_id: upload.id, number, sha256, tag };
    return keepPart(tx, part, length, now, now + UPLOAD_MS);
  });
  if (isKept) return;
  // Over in this moment; or it came by another node as well.
  const there = await findPart(app.db, upload.id, number);
  if (!there) throw new ProductError('UPLOAD_NOT_FOUND');
  if (there.tag === tag) return;
  // Which of the two the bucket keeps is not known.
  await change((tx) => forgetPart(tx, there, length));
  throw new ProductError('UPLOAD_BUSY');
}

export async function putPart(call: Sending, app: App): Promise<void> {
  const { params, headers, request, reply } = call;
  const upload = await requireUpload(app, request, reply, params.id);
  const number = Number(params.n);
  const length = lengthOf(upload, number, request);
  const expected = digestIn(headers['content-digest']);
  const end = app.uploads.beginPart(upload, number);
  try {
    const there = await findPart(app.db, upload.id, number);
    if (!there) await store(app, call, upload, { number, length, expected });
    else if (there.sha256 !== (expected ?? (await digestOf(call, length))))
      throw new ProductError('UPLOAD_PART_DIFFERS');
  } catch (error) {
    const isOver =
      error instanceof ObjectMissing ||
      (error instanceof ProductError && error.code === 'UPLOAD_NOT_FOUND');
    if (!isOver) throw error;
    // What came after it was given up would stay.
    await removeUnlessKept(app.files, upload.id);
    throw new ProductError('UPLOAD_NOT_FOUND');
  } finally {
    end();
  }
}
