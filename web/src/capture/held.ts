import { MAX_FILES_PER_CLIP, MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { maxFileBytes } from '../lib/browser.ts';
import { maxFile } from '../lib/format.ts';
import { hidesSecretOf } from '../lib/hide-secrets.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import { type Entry, isOver } from './entry.ts';
import { announce } from './outbox.ts';
import { wake } from './sender.ts';
import { allEntries, entryOf, filesOf, removeEntry, replaceEntry } from './store.ts';

/** What another program shared and waits for a decision; without an id the newest of it. */
export async function heldEntry(id: string): Promise<Entry | undefined> {
  const held = (await allEntries()).filter(({ state }) => state === 'held');
  for (const entry of held) if (isOver(entry)) await removeEntry(entry.id, isOver);
  return held.reverse().find((entry) => !isOver(entry) && (id === '' || entry.id === id));
}

const isHeld = ({ state }: Entry) => state === 'held';

export async function discardHeld({ id }: Entry): Promise<void> {
  await removeEntry(id, isHeld);
  await announce();
}

/** Nothing that was shared before stays undecided; what is shared from now on does. */
export async function discardHeldUntil(time: number): Promise<void> {
  for (const { id } of await allEntries())
    await removeEntry(id, (entry) => isHeld(entry) && entry.createdAt <= time);
  await announce();
}

/** What a clip can hold of it: a text that is too long is a file, what is too large is named. */
export async function fittingFiles(entry: Entry): Promise<{ content: string; files: File[] }> {
  let { content } = entry;
  const files = await filesOf(entry);
  if (new Blob([content]).size > MAX_TEXT_BYTES) {
    files.unshift(new File([content], 'Shared.txt', { type: 'text/plain' }));
    content = '';
  }
  const tooLarge = files.filter(({ size }) => size > maxFileBytes()).map(({ name }) => name);
  if (tooLarge.length > 0)
    toast.error(m.clips_files_too_large({ names: tooLarge.join(', '), limit: maxFile() }));
  return { content, files: files.filter(({ size }) => size <= maxFileBytes()) };
}

/** Makes it this person's clip. False when nothing is left of it to save. */
export async function saveHeld(entry: Entry, userId: string): Promise<boolean> {
  const fitting = await fittingFiles(entry).catch(async (error: unknown) => {
    // Its files went with it, when another window decided.
    if (await entryOf(entry.id)) throw error;
    return null;
  });
  if (!fitting) return false;
  const { content, files } = fitting;
  if (files.length > MAX_FILES_PER_CLIP) toast.error(m.capture_too_many_files());
  const taken = files.slice(0, MAX_FILES_PER_CLIP);
  if (content === '' && taken.length === 0) return false;
  const about = taken.map(({ name, type, size }) => ({ name, type, size }));
  const released = await replaceEntry(
    entry.id,
    isHeld,
    {
      state: 'waiting',
      userId,
      content,
      files: about,
      ...(hidesSecretOf(content) && { closed: true }),
    },
    taken,
  );
  await announce();
  if (released) wake();
  return released !== undefined;
}
