import { MAX_FILE_BYTES, MAX_FILES_PER_CLIP } from '@clipline/contract/limits.ts';
import { ApiError, failureText, noReply } from '../lib/api-error.ts';
import { maxFileBytes } from '../lib/browser.ts';
import { maxFile } from '../lib/format.ts';
import { downloadBlob, downloadText } from '../lib/copy.ts';
import { hidesSecretOf } from '../lib/hide-secrets.ts';
import { getUser } from '../session/session.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import { openAddress } from './clip-calls.ts';
import { type Entry, hasCapacity, MAX_BYTES, newEntry, sizeOf } from './entry.ts';
import { announce, clipIdOf, outbox, waitingOf } from './outbox.ts';
import { removeNow, saveNow, stopSending, wake } from './sender.ts';
import { addEntry, changeEntry, filesLeft, removeEntry } from './store.ts';

/** Where the browser keeps nothing the server does, or nobody: null, with the reason. */
async function sendUnkept(entry: Entry, files: readonly File[]): Promise<Entry | null> {
  try {
    await saveNow(entry, files);
    return entry;
  } catch (error) {
    const { message } = error instanceof ApiError ? error : noReply();
    toast.error(m.capture_failed({ error: message }));
    return null;
  }
}

/**
 * Keeps it, then sends it. Null, with the reason on the screen, when it is neither kept nor saved.
 */
async function keep(content: string, files: readonly File[]): Promise<Entry | null> {
  const userId = getUser()?.id ?? null;
  const entry = {
    ...newEntry({ userId, content, state: 'waiting' }, files),
    ...(hidesSecretOf(content) && { closed: true }),
  };
  // What any site can have held here takes none of its space.
  const kept = outbox.getState().entries.filter(({ state }) => state !== 'held');
  if (!(await hasCapacity(entry, kept))) {
    toast.error(m.capture_full());
    return null;
  }
  try {
    await addEntry(entry, files);
  } catch (error) {
    console.warn('Not kept:', error);
    return sendUnkept(entry, files);
  }
  // What is on no server yet is worth more than what a browser may throw away. Some browsers ask
  // the person each time.
  if (!navigator.onLine && kept.length === 0) void navigator.storage?.persist?.();
  await announce();
  wake();
  return entry;
}

export const captureText = (text: string): Promise<Entry | null> => keep(text, []);

export async function captureFiles(files: readonly File[], content = ''): Promise<Entry | null> {
  const tooLarge = files.filter(({ size }) => size > maxFileBytes()).map(({ name }) => name);
  if (tooLarge.length > 0)
    toast.error(m.clips_files_too_large({ names: tooLarge.join(', '), limit: maxFile() }));
  const fitting = files.filter(({ size }) => size <= maxFileBytes());
  if (fitting.length > MAX_FILES_PER_CLIP) toast.error(m.capture_too_many_files());
  const taken = fitting.slice(0, MAX_FILES_PER_CLIP);
  if (taken.length === 0) return null;
  // Where all files are small this is what the device cannot hold, as `keep` says.
  const isLarge = taken.some(({ size }) => size > MAX_FILE_BYTES);
  if (!isLarge || sizeOf({ content, files: taken }) <= MAX_BYTES) return keep(content, taken);
  const { sendStraight } = await import('./send-straight.ts');
  void sendStraight(content, taken);
  return null;
}

export async function takeBack(id: string): Promise<void> {
  try {
    await takeBackKept(id);
  } catch {
    await removeNow(id).catch((failure: unknown) =>
      toast.error(m.clips_delete_failed(), failureText(failure)),
    );
  }
}

/** Anyone with the address of a clip that was closed as a secret may read it after all. */
export async function openAgain(id: string): Promise<void> {
  try {
    if (await changeEntry(id, { closed: false, state: 'waiting' })) {
      await stopSending(id);
      wake();
      return;
    }
    const clipId = clipIdOf(id);
    const userId = getUser()?.id;
    if (!clipId || !userId) return;
    await openAddress(clipId, userId);
    toast.success(m.links_address_opened_toast());
  } catch (error) {
    toast.error(m.links_address_failed(), failureText(error));
  }
}

async function takeBackKept(id: string): Promise<void> {
  if (await removeEntry(id, ({ tried }) => !tried)) return announce();
  if (!(await changeEntry(id, { undone: true, state: 'waiting', error: null }))) {
    const clipId = clipIdOf(id);
    const userId = getUser()?.id;
    if (!clipId || !userId) return;
    const gone = newEntry({ userId, content: '', state: 'waiting' }, []);
    await addEntry({ ...gone, id, clipId, tried: true, undone: true }, []);
  }
  await stopSending(id);
  wake();
}

export async function retry(id: string): Promise<void> {
  await changeEntry(id, { state: 'waiting', error: null });
  await announce();
  wake();
}

export async function downloadEntry(entry: Entry): Promise<void> {
  if (entry.content !== '') downloadText(entry.content, `clip-${entry.id.slice(0, 8)}.txt`);
  try {
    const { left, lost } = await filesLeft(entry);
    for (const file of left) downloadBlob(file, file.name);
    if (lost.length > 0) toast.error(m.capture_file_lost({ name: lost.join(', ') }));
  } catch {
    toast.error(m.files_download_failed());
  }
}

export async function discardAll(): Promise<void> {
  for (const { id } of waitingOf(getUser()?.id ?? null)) {
    await removeEntry(id);
    await stopSending(id);
  }
}
