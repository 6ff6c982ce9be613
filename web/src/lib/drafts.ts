import { readJson, storage } from './storage.ts';

/**
 * Text that was typed and not saved. `userId` null: typed while signed out, so it belongs to
 * the one who signs in next.
 */
export interface Draft {
  readonly text: string;
  readonly userId: string | null;
  readonly savedAt: number;
  /** The saved version that the text was made from, where there are versions. */
  readonly of?: number | undefined;
}

const PREFIX = 'draft:';
const KEEP_MS = 7 * 24 * 3_600_000;

export function keepDraft(key: string, text: string, userId: string | null, of?: number): void {
  if (text.trim() === '') storage.remove(PREFIX + key);
  else
    storage.set(
      PREFIX + key,
      JSON.stringify({ text, userId, savedAt: Date.now(), of } satisfies Draft),
    );
}

/** The kept text of this place, if it is this person's to see. */
export function findDraft(key: string, userId: string | null): Draft | null {
  const draft = readJson(PREFIX + key) as Draft | null;
  if (!draft || (draft.userId !== null && draft.userId !== userId)) return null;
  return Date.now() - draft.savedAt < KEEP_MS ? draft : null;
}

export const forgetDraft = (key: string): void => storage.remove(PREFIX + key);

/**
 * Logging out is leaving the device to others: nothing typed stays. An expired session keeps its
 * drafts.
 */
export function forgetAllDrafts(): void {
  for (const key of storage.keys()) if (key.startsWith(PREFIX)) storage.remove(key);
}
