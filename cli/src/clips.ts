import { isUtf8 } from 'node:buffer';
import { MAX_FILES_PER_CLIP, MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { asJson, json, request, type Server, type Shape } from './api.ts';
import { Failure, NOTHING_FOUND } from './failure.ts';
import { isId, newKey } from './names.ts';
import { inMemory, type OwnFile } from './own-files.ts';
import { addFile, unlessGone, waysOf } from './uploads.ts';

const isClip: Shape<Clip> = ({ id, content, files, createdAt }) =>
  isId(id) &&
  typeof content === 'string' &&
  typeof createdAt === 'string' &&
  Array.isArray(files) &&
  files.every(({ name, url }) => typeof name === 'string' && typeof url === 'string');
/** What was saved under this key, and nothing else. */
const isSavedAs =
  (key: string): Shape<Clip> =>
  (clip) =>
    isClip(clip) && clip.captureId === key;

export const addressOf = ({ url }: Server, clipId: string) => `${url}/clips/${clipId}`;
/** Passes over what others sent through links, unless it is asked for. */
export const latest = (server: Server, fromLinks = false) =>
  json(server, 'GET', `/clipboard/latest${fromLinks ? '?via=any' : ''}`, isClip);
export async function clipOf(server: Server, id: string): Promise<Clip> {
  if (!isId(id)) throw new Failure(`${id} is no ID of a clip. See: clipline ls`, NOTHING_FOUND);
  return json(server, 'GET', `/clipboard/${id}`, isClip);
}

/** Whatever it is. */
async function isAnswered({ body }: Response): Promise<true> {
  await body?.cancel();
  return true;
}

/** Whether someone who only has its address finds it, were that open. */
export async function isThereForOthers(server: Server, id: string): Promise<boolean> {
  const path = `/api/clipboard/${encodeURIComponent(id)}`;
  const { refusal } = await request(server, 'GET', path, isAnswered, { isOpen: true });
  return refusal?.status !== 404;
}

export async function history(
  server: Server,
  { count, search }: { readonly count: number; readonly search?: string | undefined },
): Promise<Clip[]> {
  const clips: Clip[] = [];
  const pageSize = Math.min(count, 100);
  for (let page = 1; clips.length < count; page++) {
    const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize) });
    if (search !== undefined) query.set('search', search);
    const found = await json<{ clips: Clip[] }>(
      server,
      'GET',
      `/clipboard/history?${query.toString()}`,
      (reply) => Array.isArray(reply.clips) && reply.clips.every(isClip),
    );
    clips.push(...found.clips);
    if (found.clips.length < pageSize) break;
  }
  return clips.slice(0, count);
}

export function saveText(server: Server, text: string, key = newKey()): Promise<Clip> {
  return json(server, 'POST', '/clipboard/text', isSavedAs(key), {
    body: text,
    type: 'text/plain; charset=utf-8',
    headers: { 'idempotency-key': key, 'x-capture-id': key },
  });
}

/** One clip with all of them; until the last has come it is its owner's alone. */
export async function saveFiles(server: Server, files: readonly OwnFile[]): Promise<Clip> {
  if (files.length > MAX_FILES_PER_CLIP)
    throw new Failure(`A clip takes at most ${MAX_FILES_PER_CLIP} files.`);
  const ways = await waysOf(server, files, { kind: 'clip' });
  const begunAt = ways.flatMap((way) => (typeof way === 'object' ? (way.place.id ?? []) : []))[0];
  const earlier = begunAt === undefined ? undefined : await unlessGone(clipOf(server, begunAt));
  const captureId = newKey();
  const clip =
    earlier ??
    (await json(
      server,
      'POST',
      '/clipboard',
      isSavedAs(captureId),
      asJson({ content: '', captureId, files: files.length }),
    ));
  const isThere = ({ name, size, changedAt }: OwnFile) =>
    changedAt < Date.parse(clip.createdAt) &&
    clip.files.some((each) => each.name === name && each.size === size);
  for (const [at, file] of files.entries()) {
    if (earlier && isThere(file)) continue;
    await addFile(server, file, {
      path: `/clipboard/${clip.id}`,
      call: 'files',
      way: ways[at] ?? 'whole',
      ...(clip.captureId && { part: `${clip.captureId}:${at}` }),
      ...(earlier && { others: earlier.files }),
    });
  }
  return clip;
}

export async function addToRoom(
  server: Server,
  roomId: string,
  files: readonly OwnFile[],
): Promise<void> {
  const ways = await waysOf(server, files, { kind: 'room', id: roomId });
  const path = `/rooms/${encodeURIComponent(roomId)}`;
  for (const [at, file] of files.entries())
    await addFile(server, file, { path, call: 'upload', way: ways[at] ?? 'whole' });
}

const isLink: Shape<{ url: string }> = ({ url }) => /^https?:\/\/\S+$/.test(String(url));

/** The address of a new link to a clip; of a repeat it is the same. */
export async function linkTo(server: Server, clipId: string, limits: object): Promise<string> {
  const { url } = await json(server, 'POST', '/links', isLink, {
    ...asJson({ clipId, ...limits }),
    headers: { 'idempotency-key': newKey() },
  });
  return url;
}

const isText = (bytes: Uint8Array) => isUtf8(bytes) && !bytes.includes(0);

/** Text as text; what is none, or too long for it, as a file. */
export const saveBytes = (server: Server, bytes: Uint8Array<ArrayBuffer>): Promise<Clip> =>
  isText(bytes) && bytes.length <= MAX_TEXT_BYTES
    ? saveText(server, Buffer.from(bytes).toString())
    : saveFiles(server, [inMemory('stdin', bytes)]);
