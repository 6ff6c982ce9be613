import { createHash } from 'node:crypto';
import { limitName, MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import { answered, asJson, json, type Sent, type Server, type Shape } from './api.ts';
import { Failure, NOTHING_FOUND, Refused } from './failure.ts';
import { isId, newKey } from './names.ts';
import type { OwnFile } from './own-files.ts';
import { show } from './terminal.ts';

/** No server takes less. */
const ALWAYS_TAKEN_BYTES = 1024 ** 2;
/** As it is handed to the line. */
const PIECE_BYTES = 64 * 1024;

/** In one piece, in parts, or in those that an earlier call did not come to. */
export type Way = 'whole' | 'parts' | Upload;

export interface Adding {
  readonly path: string;
  readonly call: 'files' | 'upload';
  readonly way: Way;
  /** Which of the files that were announced it is. */
  readonly part?: string;
  /** What was there before. */
  readonly others?: readonly StoredFile[];
}

type Shown = ReturnType<typeof show>;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const readPart = (file: OwnFile, { partBytes, size }: Upload, at: number) =>
  file.read(at * partBytes, Math.min(size, (at + 1) * partBytes));

export const isUpload: Shape<Upload> = ({ id, size, partBytes, parts }) =>
  isId(id) && parts?.length === Math.ceil(Number(size) / Number(partBytes));

/** Whether what has arrived is of this file. */
async function hasSameParts(server: Server, file: OwnFile, upload: Upload): Promise<boolean> {
  const shown = show(server.machine, `Checking ${file.name}`, file.size);
  try {
    for (const [at, digest] of upload.parts.entries()) {
      shown.at(at * upload.partBytes);
      if (digest === null) continue;
      if (sha256(await readPart(file, upload, at)).toString('base64url') !== digest) return false;
    }
    return true;
  } finally {
    shown.end();
  }
}

export const unlessGone = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: Failure) => {
    if (error.exitCode !== NOTHING_FOUND) throw error;
    return undefined;
  });

async function begunBefore(
  server: Server,
  file: OwnFile,
  { kind, id: placeId }: { readonly kind: 'clip' | 'room'; readonly id?: string },
): Promise<Upload | undefined> {
  const all = await json<Upload[]>(server, 'GET', '/uploads', Array.isArray);
  for (const { id, name, size, place } of all) {
    if (name !== file.name || size !== file.size || place.kind !== kind) continue;
    if (placeId !== undefined && place.id !== placeId) continue;
    const upload = await unlessGone(json(server, 'GET', `/uploads/${id}`, isUpload));
    if (upload && (await hasSameParts(server, file, upload))) return upload;
  }
  return undefined;
}

/** How each of the files goes to such a place. Throws before anything is stored. */
export async function waysOf(
  server: Server,
  files: readonly OwnFile[],
  place: { readonly kind: 'clip' | 'room'; readonly id?: string },
): Promise<Way[]> {
  if (files.every(({ size }) => size <= ALWAYS_TAKEN_BYTES)) return files.map(() => 'whole');
  const { maxFileBytes, uploadPartBytes } = await json<{
    maxFileBytes: number;
    uploadPartBytes?: number;
  }>(server, 'GET', '/features', (reply) => Number(reply.maxFileBytes) > 0);
  for (const { name, size } of files)
    if (size > maxFileBytes)
      throw new Failure(
        `${name} exceeds the ${limitName(maxFileBytes)} limit. Please choose a smaller file.`,
      );
  const ways: Way[] = [];
  for (const file of files)
    if (file.size <= MAX_FILE_BYTES || uploadPartBytes === undefined) ways.push('whole');
    else ways.push((await begunBefore(server, file, place)) ?? 'parts');
  return ways;
}

async function* pieces(bytes: Uint8Array, onSent: (bytes: number) => void) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    onSent(at);
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

export async function sendParts(server: Server, file: OwnFile, upload: Upload, shown: Shown) {
  const { id, parts, partBytes, size } = upload;
  let missing = parts.filter((digest) => digest === null).length;
  for (const [at, digest] of parts.entries()) {
    if (digest !== null) continue;
    const bytes = await readPart(file, upload, at);
    missing -= 1;
    const before = Math.max(0, size - missing * partBytes - bytes.length);
    await answered(server, 'PUT', `/uploads/${id}/parts/${at}`, async () => true, {
      body: () => pieces(bytes, (sent) => shown.at(before + sent)),
      type: 'application/octet-stream',
      headers: {
        'content-length': String(bytes.length),
        'content-digest': `sha-256=:${sha256(bytes).toString('base64')}:`,
      },
      isLong: true,
    });
  }
}

/** As the announced file that it is; where that is there, or was never announced, as one more. */
async function add(server: Server, { path, call, part, others }: Adding, sent: Sent) {
  const post = (headers: Readonly<Record<string, string>>) =>
    json<StoredFile>(server, 'POST', `${path}/${call}`, ({ id }) => isId(id), {
      ...sent,
      headers: { 'idempotency-key': newKey(), ...headers },
    });
  if (part === undefined) return post({});
  const added = post({ 'x-capture-part': part });
  if (!others) return added;
  const isOther = await added.then(
    ({ id }) => others.some((each) => each.id === id),
    (error: Failure) => {
      if (error instanceof Refused && [400, 410].includes(error.status)) return true;
      throw error;
    },
  );
  return isOther ? post({}) : added;
}

async function send(server: Server, file: OwnFile, adding: Adding, shown: Shown): Promise<unknown> {
  const { path, way } = adding;
  const { name, size } = file;
  if (way === 'whole') {
    const form = new FormData();
    form.append('file', new Blob([await file.read(0, size)]), name);
    return add(server, adding, { body: form });
  }
  const goOn = async (upload: Upload) => {
    await sendParts(server, file, upload, shown);
    return add(server, adding, asJson({ uploadId: upload.id }));
  };
  // It may have ended meanwhile; or another has begun it, as a link lets them.
  const added = way === 'parts' ? undefined : await unlessGone(goOn(way));
  if (added) return added;
  const upload = await json(server, 'POST', `${path}/uploads`, isUpload, {
    ...asJson({ name, size }),
    headers: { 'idempotency-key': newKey() },
  });
  return goOn(upload);
}

export async function addFile(server: Server, file: OwnFile, adding: Adding): Promise<void> {
  const shown = show(server.machine, `Sending ${file.name}`, file.size);
  await send(server, file, adding, shown).finally(shown.end);
}
