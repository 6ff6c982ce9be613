import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { useEffect, useState } from 'react';
import { call } from '../lib/api.ts';
import { isInstalled } from '../lib/install-offer.ts';
import { forgetKept, KEPT_DATABASE } from '../lib/kept-database.ts';
import { getUser, useUser } from '../session/session.ts';
import { storage } from '../lib/storage.ts';
import { type LiveClip, readClip } from '../things/clip.ts';
import type { Content, ContentFile } from '../things/content.ts';

async function readClips(
  name: 'GET /clipboard/history' | 'GET /clipboard/favorites',
  userId: string,
) {
  const reply = await call(name, { query: { page: 1, pageSize: KEPT_OF_EACH }, as: userId });
  return (Array.isArray(reply) ? reply : reply.clips).map(readClip);
}

export async function keepNow(): Promise<void> {
  const userId = getUser()?.id;
  if (userId === undefined || !keepsRecent(userId)) return;
  const lists = await Promise.all([
    readClips('GET /clipboard/history', userId),
    readClips('GET /clipboard/favorites', userId),
  ]);
  const stillWanted = () => getUser()?.id === userId && keepsRecent(userId);
  if (!stillWanted()) return;
  await writeKept({ userId, at: new Date().toISOString(), clips: chooseKept(lists.flat()) });
  // In another tab they may have signed out meanwhile.
  if (!stillWanted()) forgetKept();
}

let refreshed: Promise<void> | undefined;

/**
 * What was deleted elsewhere is gone here before anything of the server is drawn: readers
 * await this. Once for each time that there is a connection.
 */
export const refreshKept = (): Promise<void> =>
  (refreshed ??= keepNow().catch(() => {
    // No connection, or no space: what was kept stays as it is.
    refreshed = undefined;
  }));

/** The connection went: much may have happened until it is there again. */
export function expireKept(): void {
  refreshed = undefined;
}

const KEY = 'keep-recent';

export const keepsRecent = (userId: string | undefined): boolean =>
  userId !== undefined && (isInstalled() || storage.get(KEY) === userId);

export function chooseKeeping(userId: string, keep: boolean): void {
  if (keep) storage.set(KEY, userId);
  else storage.remove(KEY);
}

const KEPT_OF_EACH = 100;
const MAX_BYTES = 5 * 1024 ** 2;
const MAX_CLIP_BYTES = 256 * 1024;

const encoder = new TextEncoder();

export function chooseKept(clips: readonly KeptClip[]): KeptClip[] {
  const newest = [...new Map(clips.map((clip) => [clip.id, clip])).values()].sort((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  );
  let left = MAX_BYTES;
  return newest.flatMap((clip) => {
    const bytes = encoder.encode(clip.content).length;
    if (bytes > MAX_CLIP_BYTES || bytes > left) return [];
    left -= bytes;
    const { id, content, isFavorite, createdAt, tags, via } = clip;
    const files = clip.files.map(({ name, type, size }) => ({ name, type, size }));
    const kept = { id, content, files, isFavorite, createdAt };
    return [{ ...kept, ...(tags && { tags }), ...(via && { via }) }];
  });
}

/** What is kept of a clip: its text and what lists show, no file and no address of one. */
export type KeptClip = Content<ContentFile> &
  Pick<LiveClip, 'isFavorite' | 'createdAt' | 'tags' | 'via'>;

export interface Kept {
  readonly userId: string;
  readonly at: string;
  readonly clips: readonly KeptClip[];
}

interface Schema extends DBSchema {
  kept: { key: 'all'; value: Kept };
}

/** Opened for each use: nothing stands in the way of its removal. */
async function withDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(KEPT_DATABASE, 2, {
    upgrade(opened, before) {
      // It was spelled in another way; what is kept is read anew with the first connection.
      if (before > 0) opened.deleteObjectStore('kept');
      opened.createObjectStore('kept');
    },
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export const writeKept = (kept: Kept): Promise<unknown> =>
  withDatabase((db) => db.put('kept', kept, 'all'));

export async function readKept(userId: string): Promise<Kept | null> {
  const kept = await withDatabase((db) => db.get('kept', 'all'));
  return kept?.userId === userId ? kept : null;
}

/** Where a range begins in this device's own time: with today, with Monday, with the first. */
function startOfRange(range: ClipListQuery['dateRange'], now: Date): number {
  const day = (date: number) => new Date(now.getFullYear(), now.getMonth(), date).getTime();
  if (range === 'today') return day(now.getDate());
  if (range === 'week') return day(now.getDate() - ((now.getDay() + 6) % 7));
  return range === 'month' ? day(1) : 0;
}

export function matchingKept(
  clips: readonly KeptClip[],
  source: 'history' | 'favorites',
  query: ClipListQuery,
  now = new Date(),
): KeptClip[] {
  const words = searchWords(query.search ?? '');
  const since = startOfRange(query.dateRange, now);
  const favorite = source === 'favorites' ? 'true' : query.favorite;
  return clips.filter((clip) => {
    const text = words.length > 0 ? fold(`${clip.content}\n${clip.files[0]?.name ?? ''}`) : '';
    return (
      words.every((word) => text.includes(word)) &&
      (favorite === undefined || String(clip.isFavorite) === favorite) &&
      (query.type === undefined ||
        query.type === 'all' ||
        (query.type === 'file') === clip.files.length > 0) &&
      (query.tag ?? []).every((id) => clip.tags?.some((tag) => tag.id === id)) &&
      Date.parse(clip.createdAt) >= since
    );
  });
}

/** What this device keeps for the person who is signed in: null for nothing, undefined until it is read. */
export function useKept(): Kept | null | undefined {
  const userId = useUser()?.id;
  const [read, setRead] = useState<{ userId: string | undefined; kept: Kept | null }>();
  useEffect(() => {
    let mounted = true;
    const show = (kept: Kept | null) => mounted && setRead({ userId, kept });
    (userId === undefined ? Promise.resolve(null) : readKept(userId)).then(show, () => show(null));
    return () => {
      mounted = false;
    };
  }, [userId]);
  return read?.userId === userId ? read?.kept : undefined;
}
