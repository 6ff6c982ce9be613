import { Readable } from 'node:stream';
import { bytesOf, chunksOf } from '../core/chunks.ts';
import type { ZipEntry } from '../core/http/stream.ts';
import { ObjectMissing } from '../core/storage/object-storage.ts';
import type { Files } from '../files/files.ts';
import type { FileRow } from '../files/files.queries.ts';
import { safeName } from '../files/names.ts';
import { listListedHeads } from './bulk.queries.ts';
import { listClipsInOrder, listHeads } from './clip-lists.queries.ts';
import type { ClipRow } from './clips.queries.ts';
import { titleFrom } from '../core/title.ts';
import { idsOf } from '../core/ids.ts';
import { listFilesOfClips } from './clip-files.ts';

/** So many at a time are looked up, and read unless their texts are long. */
const CHUNK = 20;
const TITLE_LENGTH = 40;

/** Gives each name once: of equal ones, whatever their case, the later are numbered. */
function namer() {
  const taken = new Set<string>();
  return (name: string): string => {
    const dot = name.lastIndexOf('.');
    const at = dot > 0 ? dot : name.length;
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name.slice(0, at)} (${number})${name.slice(at)}`;
      const key = candidate.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return candidate;
    }
  };
}

/** When it was saved and how it begins: `2026-11-22 14.03.05 Shopping list`. */
function nameFor(clip: ClipRow): string {
  const moment = new Date(clip.created_at).toISOString().slice(0, 19);
  const words = titleFrom(clip.content, TITLE_LENGTH);
  return safeName(
    `${moment.replace('T', ' ').replaceAll(':', '.')} ${words.replaceAll('/', '-').replaceAll('\\', '-')}`.trim(),
  );
}

async function readFile({ storage }: Files, file: FileRow): Promise<Readable | undefined> {
  if (file.size === 0) return Readable.from([]);
  try {
    return await storage.get(file.blob_id);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

async function* entriesOf(
  files: Files,
  lot: string[],
  nameOf: (name: string) => string,
): AsyncGenerator<ZipEntry> {
  const { db } = files;
  const clips = await listClipsInOrder(db, lot);
  const attachments = await listFilesOfClips(db, clips);
  for (const [index, clip] of clips.entries()) {
    const attached = attachments[index]!;
    const title = nameFor(clip);
    const folder = attached.length > 0 ? `${nameOf(title)}/` : '';
    const nameWithin = namer();
    if (clip.content !== '') {
      const path = folder === '' ? nameOf(`${title}.txt`) : folder + nameWithin('text.txt');
      yield { path, bytes: Readable.from([Buffer.from(clip.content)]), compress: true };
    }
    for (const file of attached) {
      const bytes = await readFile(files, file);
      if (bytes) yield { path: folder + nameWithin(file.name), bytes, compress: false };
    }
  }
}

/**
 * A person's own among these clips, in this order: the text of each as a file, those with files in
 * a folder of their own. What is deleted meanwhile is left out.
 */
export async function* archiveOf(
  files: Files,
  userId: string,
  ids: readonly string[],
): AsyncGenerator<ZipEntry> {
  const { db } = files;
  const nameOf = namer();
  for (const chunk of chunksOf(ids, CHUNK)) {
    const listed = new Set(idsOf(await listListedHeads(db, userId, chunk)));
    const own = chunk.filter((id) => listed.has(id));
    for (const lot of chunksOf(await listHeads(db, own), CHUNK, bytesOf))
      yield* entriesOf(files, idsOf(lot), nameOf);
  }
}
