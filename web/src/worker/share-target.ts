import { type Entry, hasCapacity, isOver, MAX_BYTES, newEntry, sizeOf } from '../capture/entry.ts';
import { addEntry, allEntries, removeEntry } from '../capture/store.ts';

/**
 * Any site can post the form, and nothing tells it from a person who shares: what came first stays,
 * and beyond that the newest takes the last place.
 */
const MAX_HELD = 20;

/** What was shared, as one text: an address that stands in the text already is not said twice. */
function textOf(form: FormData): string {
  const parts: string[] = [];
  for (const name of ['text', 'url', 'title']) {
    const value = form.get(name);
    const part = typeof value === 'string' ? value.trim() : '';
    if (part !== '' && !parts.some((other) => other.includes(part))) parts.push(part);
  }
  const [first, second, title] = parts;
  return parts.length === 3 ? [title, first, second].join('\n') : parts.join('\n');
}

const isHeld = ({ state }: Entry) => state === 'held';

class TooLarge extends Error {}

async function hold(form: FormData): Promise<string> {
  const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0);
  const entry = newEntry({ userId: null, content: textOf(form), state: 'held' }, files as File[]);
  if (sizeOf(entry) > MAX_BYTES) throw new TooLarge();
  if (entry.content === '' && entry.files.length === 0) throw new Error('Nothing was shared');
  const held = (await allEntries()).filter(isHeld);
  for (const { id } of held.filter(isOver)) await removeEntry(id, isOver);
  const waiting = held.filter((each) => !isOver(each));
  const kept = waiting.slice(0, MAX_HELD - 1);
  if (!(await hasCapacity(entry, kept))) throw new Error('No capacity left');
  await addEntry(entry, files as File[]);
  for (const { id } of waiting.slice(MAX_HELD - 1)) await removeEntry(id, isHeld);
  new BroadcastChannel('clipline-outbox').postMessage({});
  return entry.id;
}

/** A frame that nobody sees could fill all places. */
export const isShare = ({ method, url, headers, destination }: Request): boolean =>
  method === 'POST' &&
  destination === 'document' &&
  new URL(url).pathname === '/share' &&
  (headers.get('content-type') ?? '').startsWith('multipart/form-data');

/** Nothing that was shared is ever in an address but its id, and that in the fragment. */
export async function takeShare(request: Request): Promise<Response> {
  try {
    const form = await request.formData();
    // One after the other, or many at once would each find a place.
    const id = await navigator.locks.request('clipline-share', () => hold(form));
    return Response.redirect(`/share#${id}`, 303);
  } catch (error) {
    console.warn('Not received:', error);
    const why = error instanceof TooLarge ? 'large' : '1';
    return Response.redirect(`/share?lost=${why}`, 303);
  }
}
