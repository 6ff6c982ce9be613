import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { Upload } from '@clipline/contract/schemas/uploads.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { call } from '../../lib/api.ts';
import { maxFileBytes } from '../../lib/browser.ts';
import { useUser } from '../../session/session.ts';
import { ended, isSending, queues, type SendingFile } from './sending.ts';

export interface OnItsWay {
  readonly key: string;
  readonly queued: SendingFile;
}

const onTheirWay = (all: ReturnType<typeof queues.getState>): OnItsWay[] =>
  Object.entries(all).flatMap(([key, files]) =>
    files.flatMap((queued) => (isSending(queued) ? { key, queued } : [])),
  );

/** The large files that this page sends, wherever to. */
export function useOnTheirWay(): readonly OnItsWay[] {
  const all = useStore(queues);
  return useMemo(() => onTheirWay(all), [all]);
}
export const countOnTheirWay = (): number => onTheirWay(queues.getState()).length;

/** There is a connection again. */
export function goOnSending(): void {
  for (const { queued } of onTheirWay(queues.getState()))
    if (queued.sending.state === 'offline') queued.sending.resume();
}

export type HeldUpload = Omit<Upload, 'parts'>;
export const UPLOADS_KEY = ['uploads'] as const;
const NONE: readonly HeldUpload[] = [];

/** What a person has unfinished on the server; others' too that take their storage. */
export function useHeldUploads(): readonly HeldUpload[] {
  const isSignedIn = useUser() !== null;
  const { data = NONE } = useQuery({
    queryKey: UPLOADS_KEY,
    queryFn: ({ signal }) => call('GET /uploads', { signal }),
    // Where no file is large there is none.
    enabled: isSignedIn && maxFileBytes() > MAX_FILE_BYTES,
  });
  return data;
}

/** Those that this page does not send. */
export function useStopped(): readonly HeldUpload[] {
  const held = useHeldUploads();
  const onTheWay = useOnTheirWay();
  return useMemo(() => {
    const ids = new Set(onTheWay.map(({ queued }) => queued.sending.uploadId));
    return held.filter(({ id }) => !ids.has(id) && !ended.has(id));
  }, [held, onTheWay]);
}

/** Which rows of files on their way are seen. */
export const inSight = createStore<Readonly<Record<string, boolean>>>(() => ({}));

/** How far all are, from 0 to 1, where their rows are not in sight; null otherwise. */
export function useUnseenShare(): number | null {
  const onTheWay = useOnTheirWay();
  const seen = useStore(inSight);
  if (onTheWay.every(({ queued: { id } }) => seen[id])) return null;
  const sum = (of: (each: SendingFile) => number) =>
    onTheWay.reduce((all, { queued }) => all + of(queued), 0);
  return sum(({ sending }) => sending.sent) / sum(({ file }) => file.size);
}
