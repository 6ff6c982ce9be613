import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { m } from '../paraglide/messages.js';

type Fields = 'fileName' | 'fileType' | 'filePath';

/** A clip as this app holds it: text and files arrive apart, so each knows the version it is of. */
export interface LiveClip extends Omit<Clip, Fields> {
  readonly contentVersion: number;
  readonly filesVersion: number;
  /** Who wrote the text, where that was not its owner, for whom this is. */
  readonly contentBy?: string | undefined;
}

/** Servers spell some fields with underscores; only this file knows. */
interface OtherSpelling {
  user_id?: string;
  is_favorite?: boolean;
  created_at?: string;
  updated_at?: string;
  file_name?: string | null;
  file_type?: string | null;
  file_path?: string | null;
}

export function readClip(wire: Partial<Clip> & OtherSpelling & { id: string }): LiveClip {
  const version = wire.version ?? 0;
  const createdAt = wire.createdAt ?? wire.created_at ?? '';
  return {
    id: wire.id,
    content: wire.content ?? '',
    userId: wire.userId ?? wire.user_id ?? '',
    isFavorite: wire.isFavorite ?? wire.is_favorite ?? false,
    files: wire.files?.length ? wire.files : filesNamed(wire),
    createdAt,
    updatedAt: wire.updatedAt ?? wire.updated_at ?? createdAt,
    version,
    ...(wire.tags && { tags: wire.tags }),
    ...(wire.match && { match: wire.match }),
    ...(wire.captureId !== undefined && { captureId: wire.captureId }),
    ...(wire.addressOpen === undefined ? {} : { addressOpen: wire.addressOpen }),
    ...(wire.via === undefined ? {} : { via: wire.via }),
    contentVersion: version,
    filesVersion: version,
  };
}

/** A server may tell of the first file alone. */
function filesNamed(wire: Partial<Clip> & OtherSpelling): StoredFile[] {
  const name = wire.fileName ?? wire.file_name ?? null;
  const url = wire.filePath ?? wire.file_path ?? null;
  if (name === null && url === null) return [];
  const type = wire.fileType ?? wire.file_type ?? '';
  const file = { id: '', name: name ?? m.files_unnamed(), type, size: 0, url: url ?? '' };
  return [{ ...file, preview: null }];
}

/**
 * A whole clip that was read while events may have arrived: each part from whichever is newer. A
 * read renews the file links.
 */
export function withRead(known: LiveClip | undefined, read: LiveClip): LiveClip {
  if (!known || known.id !== read.id) return read;
  const text = known.contentVersion > read.contentVersion ? known : read;
  const files = known.filesVersion > read.filesVersion ? known : read;
  return {
    ...read,
    content: text.content,
    contentVersion: text.contentVersion,
    contentBy: text.contentBy,
    files: files.files,
    filesVersion: files.filesVersion,
    version: Math.max(known.version, read.version),
  };
}

export function withContent(
  known: LiveClip,
  content: string,
  version: number,
  contentBy?: string,
): LiveClip {
  if (version <= known.contentVersion) return known;
  return {
    ...known,
    content,
    contentBy,
    contentVersion: version,
    version: Math.max(known.version, version),
  };
}

export function withFiles(known: LiveClip, files: StoredFile[], version: number): LiveClip {
  if (version <= known.filesVersion) return known;
  return {
    ...known,
    files,
    filesVersion: version,
    version: Math.max(known.version, version),
  };
}

/** A file that this browser has just attached; the version follows with the next read. */
export const withFile = (known: LiveClip, file: StoredFile): LiveClip =>
  known.files.some(({ id }) => id === file.id)
    ? known
    : { ...known, files: [...known.files, file] };

export const withoutFile = (known: LiveClip, fileId: string): LiveClip => ({
  ...known,
  files: known.files.filter(({ id }) => id !== fileId),
});

interface Author {
  readonly kind: 'link' | 'program';
  readonly label: string | null;
}

/** What the owner of a clip calls who wrote its text; undefined for themselves. */
export function nameOfAuthor(by: Author | undefined): string | undefined {
  if (!by) return undefined;
  if (by.kind === 'program') return by.label ?? undefined;
  return by.label === null ? m.links_unnamed() : m.links_named({ label: by.label });
}

/** Whose text a save met, by its answer; undefined for the owner. */
export function authorIn(body: unknown): string | undefined {
  return nameOfAuthor((body as { by?: Author } | null | undefined)?.by);
}
