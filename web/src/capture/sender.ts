import { ApiError, failureText, isUnreachable } from '../lib/api-error.ts';
import { debounce } from '../lib/debounce.ts';
import { getSession, getUser } from '../session/session.ts';
import { storage } from '../lib/storage.ts';
import { whileMoving } from '../lib/while-moving.ts';
import { m } from '../paraglide/messages.js';
import { createClip, openAddress, removeClip, sendFile, sendFiles } from './clip-calls.ts';
import { delayAfter, type Entry, type Verdict, verdictOn } from './entry.ts';
import { announce, depart, followOutbox, listDepartures, outbox, waitingOf } from './outbox.ts';
import { allEntries, changeEntry, entryOf, FileLost, removeEntry } from './store.ts';

const LOCK = 'clipline-outbox';
const LEASE = 'outbox-lease';
const LEASE_MS = 30_000;

/** By then the news of what left last has come, which would have them read once more. */
const LIST_MS = 200;

let readLists: (() => Promise<unknown>) | undefined;
const listSoon = debounce(() => readLists && void listDepartures(readLists), LIST_MS);
let sending: Promise<void> | undefined;
let asked = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let attempts = 0;
let current: { readonly id: string; readonly controller: AbortController } | undefined;

/** Sends whatever the signed-in person has waiting; a second call joins the first. */
export function wake(): void {
  clearTimeout(timer);
  asked = true;
  sending ??= (async () => {
    while (asked) {
      asked = false;
      // A browser that gives no database has nothing to send.
      await inOnePage(sendAll).catch(() => undefined);
      if (outbox.getState().readsSoon) listSoon();
    }
  })().finally(() => (sending = undefined));
}

/** Tries everything once, refused things too; how much of it still waits then. */
export async function sendNow(): Promise<number> {
  const userId = getUser()?.id ?? null;
  for (const { id, state } of waitingOf(userId))
    if (state === 'failed') await changeEntry(id, { state: 'waiting', error: null });
  wake();
  await sending;
  return waitingOf(userId).length;
}

function later(): void {
  attempts += 1;
  clearTimeout(timer);
  timer = setTimeout(wake, delayAfter(attempts));
}

/** Sending is one page's work at a time; two at once would do no harm but the work. */
function inOnePage(work: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : withLease(work);
}

/** Where the page has no locks, on plain http. */
async function withLease(work: () => Promise<void>): Promise<void> {
  const left = Number(storage.get(LEASE) ?? 0) - Date.now();
  if (left > 0 && left <= LEASE_MS) {
    timer = setTimeout(wake, left);
    return;
  }
  const renew = () => storage.set(LEASE, String(Date.now() + LEASE_MS));
  renew();
  const renewal = setInterval(renew, LEASE_MS / 3);
  try {
    await work();
  } finally {
    clearInterval(renewal);
    storage.remove(LEASE);
  }
}

/** 'sending' was left behind by a page that closed: the holder of the lock is the only sender. */
const isDue = (entry: Entry, userId: string) =>
  entry.userId === userId && (entry.state === 'waiting' || entry.state === 'sending');

const stateOf = ({ id, undone, closed }: Entry) => `${id} ${undone} ${closed}`;

async function sendAll(): Promise<void> {
  const tried = new Set<string>();
  let inVain = false;
  for (;;) {
    const userId = getSession() && getUser()?.id;
    if (!userId) return;
    const next = (await allEntries()).find(
      (entry) => isDue(entry, userId) && !tried.has(stateOf(entry)),
    );
    if (!next) break;
    tried.add(stateOf(next));
    const { verdict, unreachable } = await attempt(next);
    if (verdict === 'signed-out') return;
    inVain ||= verdict === 'later';
    if (unreachable) break;
  }
  if (inVain) later();
  else attempts = 0;
}

/** Without a verdict it was saved, or taken away. */
async function attempt(
  entry: Entry,
): Promise<{ readonly verdict?: Verdict; readonly unreachable?: boolean }> {
  const controller = new AbortController();
  current = { id: entry.id, controller };
  try {
    // Taken back a moment ago: the server has nothing of it, and gets nothing.
    if (!(await changeEntry(entry.id, { state: 'sending', tried: true }))) return {};
    await announce();
    const clipId = await send(entry, controller);
    await leave(entry, clipId);
    return {};
  } catch (error) {
    return await fail(entry, error);
  } finally {
    current = undefined;
    outbox.setState({ progress: {} });
  }
}

/** The id of its clip, whole; null when it was taken back and is gone from the server. */
function send(entry: Entry, controller: AbortController): Promise<string | null> {
  const as = entry.userId!;
  return whileMoving(controller, async (way) => {
    let id = entry.undone ? entry.clipId : null;
    let isOpen = true;
    // What was taken back and has no clip that is known of is made once more, so that no earlier
    // call that is still on its way can make it later.
    if (id === null) ({ id, addressOpen: isOpen = true } = await createClip(entry, as, way));
    const known = await changeEntry(entry.id, { clipId: id });
    if (known?.undone) {
      await removeClip(id, as);
      return null;
    }
    // Another page has sent the rest of it, or the browser threw it away; either way the clip stays.
    if (!known) return id;
    if (known.closed === false && !isOpen) await openAddress(id, as, way.signal);
    await sendFiles(entry, id, as, way);
    return id;
  });
}

/** Of what was never kept here: lists show it soon. */
export function tellSaved(entry: Entry, clipId: string): void {
  depart({ entry, clipId, listed: false });
  listSoon();
}

/**
 * For a browser that keeps nothing: one clip with all of it now, or none. Fails with what is to be
 * said about it.
 */
export const saveNow = (entry: Entry, files: readonly File[]): Promise<void> =>
  whileMoving(new AbortController(), async (way) => {
    const as = entry.userId ?? '';
    const { id: clipId } = await createClip(entry, as, way);
    try {
      for (const [part, file] of files.entries())
        await sendFile(entry, clipId, part, file, as, way.signal, way.moves);
    } catch (error) {
      await removeClip(clipId, as).catch(() => undefined);
      throw error;
    }
    tellSaved(entry, clipId);
  });

export async function removeNow(id: string): Promise<void> {
  const saved = outbox.getState().departures.find(({ entry }) => entry.id === id);
  if (!saved?.clipId) return;
  await removeClip(saved.clipId, saved.entry.userId ?? '');
  depart({ entry: { ...saved.entry, undone: true }, clipId: null, listed: false });
  listSoon();
}

/** It has its 2xx, or its 410; what was taken back or opened meanwhile stays until that is done too. */
async function leave(entry: Entry, clipId: string | null): Promise<void> {
  const undone = clipId === null;
  const left = await removeEntry(
    entry.id,
    (known) => known.undone === undone && (undone || known.closed === entry.closed),
  );
  if (!left) return announce();
  const departure = { entry: { ...entry, undone }, clipId, listed: false };
  depart(departure);
  await announce({ departure });
}

async function fail(entry: Entry, error: unknown) {
  const isLost = error instanceof FileLost;
  const verdict = isLost ? 'refused' : verdictOn(error);
  const known = await entryOf(entry.id);
  if (verdict === 'gone' || (verdict === 'refused' && known?.undone)) {
    await removeEntry(entry.id);
    await announce();
    return {};
  }
  const refusal = () => ({
    text: isLost ? m.capture_file_lost({ name: error.message }) : failureText(error),
    status: error instanceof ApiError ? error.status : 0,
  });
  await changeEntry(
    entry.id,
    verdict === 'refused'
      ? { state: 'failed', error: refusal() }
      : { state: 'waiting', error: null },
  );
  await announce();
  return { verdict, unreachable: isUnreachable(error) };
}

export async function stopSending(id: string): Promise<void> {
  if (current?.id === id) current.controller.abort();
  await announce({ stop: id });
}

export function startSending(read: () => Promise<unknown>): () => void {
  readLists = read;
  const unfollow = followOutbox(({ stop, departure }) => {
    if (stop !== undefined && current?.id === stop) current.controller.abort();
    if (departure) listSoon();
  });
  const onVisible = () => document.visibilityState === 'visible' && wake();
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  wake();
  return () => {
    unfollow();
    listSoon.flush();
    clearTimeout(timer);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
