import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { KEPT_DATABASE } from '../lib/kept-database.ts';

/** What is kept of a clip: its text and what lists show, no file and no address of one. */
export interface KeptClip extends Pick<
  Clip,
  'id' | 'content' | 'isFavorite' | 'fileName' | 'fileType' | 'createdAt' | 'tags' | 'via'
> {
  readonly fileCount: number;
}

export interface Kept {
  readonly userId: string;
  /** When the server was asked. */
  readonly at: string;
  /** The newest first. */
  readonly clips: readonly KeptClip[];
}

interface Schema extends DBSchema {
  kept: { key: 'all'; value: Kept };
}

/** Opened for each use: nothing stands in the way of its removal. */
async function withDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(KEPT_DATABASE, 1, {
    upgrade: (opened) => void opened.createObjectStore('kept'),
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export const writeKept = (kept: Kept): Promise<unknown> =>
  withDatabase((db) => db.put('kept', kept, 'all'));

/** What is kept for this person, or null. */
export async function readKept(userId: string): Promise<Kept | null> {
  const kept = await withDatabase((db) => db.get('kept', 'all'));
  return kept?.userId === userId ? kept : null;
}
