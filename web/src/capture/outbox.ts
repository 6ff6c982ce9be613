import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { useUser } from '../session/session.ts';
import { type Entry, isOver } from './entry.ts';
import { allEntries, removeEntry } from './store.ts';

export interface Departure {
  readonly entry: Entry;
  /** Null when the server never had it, or has it no more. */
  readonly clipId: string | null;
  /** Lists were read since, and show what became of it. */
  readonly listed: boolean;
}

interface OutboxState {
  readonly entries: readonly Entry[];
  readonly departures: readonly Departure[];
  /** Lists are read soon, once the last of a row has left: news of each are no reason to. */
  readonly readsSoon: boolean;
  readonly progress: Readonly<Record<string, number>>;
}

export const outbox = createStore<OutboxState>(() => ({
  entries: [],
  departures: [],
  readsSoon: false,
  progress: {},
}));

interface News {
  readonly stop?: string;
  readonly departure?: Departure;
}

let channel: BroadcastChannel | undefined;

export async function announce(news: News = {}): Promise<void> {
  channel?.postMessage(news);
  await readEntries();
}

async function readEntries(): Promise<void> {
  const entries = await allEntries();
  for (const { id } of entries.filter(isOver)) await removeEntry(id, isOver);
  outbox.setState({ entries: entries.filter((entry) => !isOver(entry)) });
}

/** Hears of the other pages until the result is called. */
export function followOutbox(onNews: (news: News) => void): () => void {
  const opened = new BroadcastChannel('clipline-outbox');
  channel = opened;
  opened.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.departure) depart(data.departure);
    void readEntries();
    onNews(data);
  });
  // A browser that keeps nothing has nothing to show.
  readEntries().catch(() => undefined);
  return () => {
    opened.close();
    channel = undefined;
  };
}

export const depart = (departure: Departure): void =>
  outbox.setState(({ departures }) => ({
    departures: [...departures, departure],
    readsSoon: true,
  }));

/** After it the lists show what became of all that had left before. */
export async function listDepartures(read: () => Promise<unknown>): Promise<void> {
  const left = new Set(outbox.getState().departures);
  outbox.setState({ readsSoon: false });
  await read().catch(() => undefined);
  outbox.setState(({ departures }) => ({
    departures: departures.map((departure) =>
      left.has(departure)
        ? { ...departure, entry: { ...departure.entry, content: '' }, listed: true }
        : departure,
    ),
  }));
}

function outcomeOf(id: string): 'saved' | 'kept' | 'refused' | 'gone' | null {
  const { entries, departures } = outbox.getState();
  const left = [...departures].reverse().find(({ entry }) => entry.id === id);
  const entry = left?.entry ?? entries.find((each) => each.id === id);
  if (!entry || entry.undone) return 'gone';
  if (left) return left.listed ? 'saved' : null;
  if (entry.state === 'failed') return 'refused';
  return entry.state === 'waiting' && entry.tried ? 'kept' : null;
}

/** What became of an entry: of a saved one when the lists show its clip. */
export const settled = (id: string) =>
  new Promise<NonNullable<ReturnType<typeof outcomeOf>>>((settle) => {
    const look = () => {
      const outcome = outcomeOf(id);
      if (!outcome) return;
      unsubscribe();
      settle(outcome);
    };
    const unsubscribe = outbox.subscribe(look);
    look();
  });

/** This person's, as far as it waits to be saved. */
const waits = (entry: Entry, userId: string | null) =>
  entry.userId === userId && entry.state !== 'held' && !entry.undone;

export const waitingOf = (userId: string | null): Entry[] =>
  outbox.getState().entries.filter((entry) => waits(entry, userId));

export function clipIdOf(id: string): string | null {
  const { entries, departures } = outbox.getState();
  return (
    departures.find(({ entry }) => entry.id === id)?.clipId ??
    entries.find((entry) => entry.id === id)?.clipId ??
    null
  );
}

export function useWaiting(): readonly Entry[] {
  const userId = useUser()?.id ?? null;
  const entries = useStore(outbox, (state) => state.entries);
  return useMemo(() => entries.filter((entry) => waits(entry, userId)), [entries, userId]);
}

/**
 * The entries that stand above a list of clips, newest first, and which clips of the list they
 * stand for or have taken away.
 */
export function useCaptured(): {
  readonly cards: readonly Entry[];
  readonly replaces: (captureId: string | undefined) => boolean;
} {
  const waiting = useWaiting();
  const userId = useUser()?.id ?? null;
  const { entries, departures } = useStore(outbox);
  return useMemo(() => {
    const lately = departures
      .filter(({ entry, listed }) => !listed && entry.userId === userId)
      .map(({ entry }) => entry);
    const cards = new Map(
      [...lately.filter(({ undone }) => !undone), ...waiting].map((entry) => [entry.id, entry]),
    );
    const taken = new Set(
      [...entries, ...lately].filter(({ undone }) => undone).map(({ id }) => id),
    );
    return {
      cards: [...cards.values()]
        .filter(({ id }) => !taken.has(id))
        .sort((one, other) => other.createdAt - one.createdAt),
      replaces: (captureId) =>
        captureId !== undefined && (taken.has(captureId) || cards.has(captureId)),
    };
  }, [waiting, entries, departures, userId]);
}

export const useProgress = (id: string): number | undefined =>
  useStore(outbox, (state) => state.progress[id]);
