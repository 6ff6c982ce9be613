import { MAX_FILE_BYTES, MAX_FILES_PER_CLIP, MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import type { Entry } from './entry.ts';
import { announce, isOver } from './outbox.ts';
import { wake } from './sender.ts';
import { addEntry, allEntries, changeEntry, filesOf, removeEntry } from './store.ts';

/** What another program shared and waits for a decision; without an id the newest of it. */
export async function heldEntry(id: string): Promise<Entry | undefined> {
  const held = (await allEntries()).filter(({ state }) => state === 'held');
  for (const entry of held) if (isOver(entry)) await removeEntry(entry.id, isOver);
  return held.findLast((entry) => !isOver(entry) && (id === '' || entry.id === id));
}

const isHeld = ({ state }: Entry) => state === 'held';

export async function discardHeld({ id }: Entry): Promise<void> {
  await removeEntry(id, isHeld);
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
  const tooLarge = files.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => name);
  if (tooLarge.length > 0) toast.error(m.clips_files_too_large({ names: tooLarge.join(', ') }));
  return { content, files: files.filter(({ size }) => size <= MAX_FILE_BYTES) };
}

/** Makes it this person's clip. False when nothing is left of it to save. */
export async function saveHeld(entry: Entry, userId: string): Promise<boolean> {
  const { content, files } = await fittingFiles(entry);
  if (files.length > MAX_FILES_PER_CLIP) toast.error(m.capture_too_many_files());
  const taken = files.slice(0, MAX_FILES_PER_CLIP);
  if (content === '' && taken.length === 0) return false;
  if (content !== entry.content || taken.length !== entry.files.length) {
    const kept = taken.map(({ name, type, size }) => ({ name, type, size }));
    await addEntry({ ...entry, content, files: kept }, taken);
  }
  // Another window may have discarded it meanwhile.
  const released = await changeEntry(entry.id, { state: 'waiting', userId });
  await announce();
  wake();
  return released !== undefined;
}
