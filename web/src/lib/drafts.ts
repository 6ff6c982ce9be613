import { DAY_MS } from './time.ts';
import { readJson, storage } from './storage.ts';

/**
 * Text that was typed and not saved. Typed while signed out, it belongs to the one who signs in
 * next.
 */
export interface Draft {
  readonly text: string;
  readonly savedAt: number;
  /** The saved version that the text was made from, where there are versions. */
  readonly of?: number | undefined;
}

const PREFIX = 'draft:';
const KEEP_MS = 7 * DAY_MS;

/** Each person has drafts of their own: a log-in of another replaces none of them. */
const keyOf = (key: string, userId: string | null) => `${PREFIX}${userId ?? ''}:${key}`;

/** What was typed here while signed out has been taken over by who is signed in now. */
function forgetUnowned(key: string, userId: string | null): void {
  if (userId !== null) storage.remove(keyOf(key, null));
}

export function keepDraft(key: string, text: string, userId: string | null, of?: number): void {
  forgetUnowned(key, userId);
  if (text.trim() === '') storage.remove(keyOf(key, userId));
  else
    storage.set(
      keyOf(key, userId),
      JSON.stringify({ text, savedAt: Date.now(), of } satisfies Draft),
    );
}

/** The kept text of this field, if it is this person's to see. */
export function findDraft(key: string, userId: string | null): Draft | null {
  const own = readJson(keyOf(key, userId)) as Draft | null;
  const draft = own ?? (readJson(keyOf(key, null)) as Draft | null);
  return draft && Date.now() - draft.savedAt < KEEP_MS ? draft : null;
}

export function forgetDraft(key: string, userId: string | null): void {
  forgetUnowned(key, userId);
  storage.remove(keyOf(key, userId));
}

/**
 * Logging out is leaving the device to others: nothing that this person typed stays, nor what
 * belongs to no one. Whose session expired before finds theirs again.
 */
export function forgetAllDrafts(userId: string | null): void {
  for (const key of storage.keys())
    if (key.startsWith(keyOf('', userId)) || key.startsWith(keyOf('', null))) storage.remove(key);
}
