import { DAY_MS } from './time.ts';
import { readJson, storage } from './storage.ts';

/** What is typed while signed out belongs to the one who signs in next. */
export interface Draft {
  readonly text: string;
  readonly savedAt: number;
  readonly of?: number | undefined;
}

const PREFIX = 'draft:';
const KEEP_MS = 7 * DAY_MS;

/** Each person has drafts of their own: a log-in of another replaces none of them. */
const keyOf = (key: string, userId: string | null) => `${PREFIX}${userId ?? ''}:${key}`;

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

export function findDraft(key: string, userId: string | null): Draft | null {
  const own = readJson(keyOf(key, userId)) as Draft | null;
  const draft = own ?? (readJson(keyOf(key, null)) as Draft | null);
  return draft && Date.now() - draft.savedAt < KEEP_MS ? draft : null;
}

export function forgetDraft(key: string, userId: string | null): void {
  forgetUnowned(key, userId);
  storage.remove(keyOf(key, userId));
}

/** Logging out is leaving the device to others; after an expiry the texts are found again. */
export function forgetAllDrafts(userId: string | null): void {
  for (const key of storage.keys())
    if (key.startsWith(keyOf('', userId)) || key.startsWith(keyOf('', null))) storage.remove(key);
}
