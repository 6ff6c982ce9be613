import type { Clip, ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnreachable } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { grantHeader } from '../../lib/link-grants.ts';
import { getSessionState, getUser } from '../../session/session.ts';
import { takeWritten } from '../../lib/written.ts';
import { refreshKept, keepsRecent } from '../../offline/keeper.ts';
import { useConnection, useSocketEvent } from '../../live/socket.ts';
import { m } from '../../paraglide/messages.js';
import { type LiveClip, readClip, withRead } from '../../things/clip.ts';
import { sendFile, type UploadOptions } from '../../things/uploads.ts';

export const clipKeys = {
  lists: ['clips', 'list'] as const,
  list: (source: ClipSource, query: ClipListQuery) => ['clips', 'list', source, query] as const,
  stats: ['clips', 'stats'] as const,
  ones: ['clips', 'one'] as const,
  one: (id: string) => ['clips', 'one', id] as const,
};

export type ClipSource = 'history' | 'favorites';

export interface ClipPage {
  readonly clips: readonly LiveClip[];
  readonly total: number;
}

const CALLS = { history: 'GET /clipboard/history', favorites: 'GET /clipboard/favorites' } as const;

/** Begun beside a read, and awaited before what it read is drawn. */
const keptInStep = () => keepsRecent(getUser()?.id) && refreshKept();

async function readPage(
  source: ClipSource,
  query: ClipListQuery,
  signal: AbortSignal,
): Promise<ClipPage> {
  const inStep = keptInStep();
  const reply = await call(CALLS[source], { query, signal });
  await inStep;
  const { clips, total } = Array.isArray(reply) ? { clips: reply, total: reply.length } : reply;
  return { clips: clips.map(readClip), total };
}

/** The title of the toast of a list that could not be read, and another text than the reason. */
export type FailedText = string | readonly [title: string, text: string] | null;

/** What this device keeps is shown instead of what cannot be read. */
export const readsKept = (error: unknown, data: unknown): boolean =>
  data === undefined && isUnreachable(error) && keepsRecent(getUser()?.id);

export const useClips = (source: ClipSource, query: ClipListQuery, failed: FailedText = null) =>
  useQuery({
    meta: { failed: (error, data) => (readsKept(error, data) ? null : failed) },
    queryKey: clipKeys.list(source, query),
    queryFn: ({ signal }) => readPage(source, query, signal),
    placeholderData: keepPreviousData,
  });

export const useClipStats = () =>
  useQuery({
    meta: { failed: m.clips_stats_failed() },
    queryKey: clipKeys.stats,
    queryFn: ({ signal }) => call('GET /clipboard/stats', { signal }),
  });

/** The clip that the server wrote into the page, for a visitor who holds nothing but its address. */
function writtenClip(id: string): LiveClip | undefined {
  if (getSessionState().status !== 'signed-out' || Object.keys(grantHeader(id)).length > 0) return;
  const written = takeWritten() as Clip | null;
  return written?.id === id ? readClip(written) : undefined;
}

/** One clip; `null` id: not known yet. An event that arrives during a read is not undone by it. */
export function useClip(id: string | null, enabled = id !== null, failed?: string) {
  const client = useQueryClient();
  return useQuery({
    // What was shown is replaced by what became of it.
    meta: {
      failed: (error, data) =>
        data === undefined && failed !== undefined && !readsKept(error, data) ? failed : null,
    },
    queryKey: clipKeys.one(id ?? ''),
    enabled,
    initialData: () => (id === null ? undefined : writtenClip(id)),
    queryFn: async ({ signal }) => {
      const inStep = keptInStep();
      const read = readClip(
        await call('GET /clipboard/{id}', {
          params: { id: id! },
          headers: grantHeader(id!),
          signal,
        }),
      );
      await inStep;
      return withRead(client.getQueryData<LiveClip>(clipKeys.one(read.id)), read);
    },
  });
}

/** Its owner did this on another device: it does not come as an event of the clip. */
export const ELSEWHERE: ReadonlySet<string> = new Set([
  'deleted',
  'favorite',
  'tags',
  'address',
  'bulk',
]);

/** What nobody looks at is forgotten: shown as it was, it would offer what is gone. */
export function useClipNews(): void {
  const client = useQueryClient();
  const { epoch } = useConnection();
  useSocketEvent('clip-update', ({ clipId, change }) => {
    const queryKey = clipId === null ? clipKeys.ones : clipKeys.one(clipId);
    if (ELSEWHERE.has(change)) client.removeQueries({ queryKey, type: 'inactive' });
  });
  useEffect(() => {
    if (epoch > 1) client.removeQueries({ queryKey: clipKeys.ones, type: 'inactive' });
  }, [client, epoch]);
}

/**
 * Reads a clip now, past every cache: for fresh file links and for the other side of a conflict.
 */
export async function rereadClip(client: QueryClient, id: string): Promise<LiveClip> {
  const read = readClip(
    await call('GET /clipboard/{id}', { params: { id }, headers: grantHeader(id) }),
  );
  return keepClip(client, read);
}

export function keepClip(client: QueryClient, read: LiveClip): LiveClip {
  const kept = withRead(client.getQueryData<LiveClip>(clipKeys.one(read.id)), read);
  client.setQueryData(clipKeys.one(read.id), kept);
  return kept;
}

export const patchClip = (
  client: QueryClient,
  id: string,
  change: (clip: LiveClip) => LiveClip,
): void => {
  client.setQueryData<LiveClip>(clipKeys.one(id), (known) => known && change(known));
};

export const openDraft = (): Promise<LiveClip> =>
  call('POST /clipboard', {
    body: { content: '' },
    needs: ['id'],
    fallback: m.clips_init_failed(),
  }).then(readClip);

export const saveNewClip = (content: string, idempotencyKey: string): Promise<LiveClip> =>
  call('POST /clipboard', {
    body: { content },
    idempotencyKey,
    needs: ['id', 'version'],
    fallback: m.clips_save_item_failed(),
  }).then(readClip);

/** Saves a text that was last equal to this version; 412 when another one was saved since. */
export const saveText = (id: string, content: string, version: number): Promise<LiveClip> =>
  call('PUT /clipboard/{id}', {
    params: { id },
    body: { content },
    headers: { 'if-match': String(version), ...grantHeader(id) },
    needs: ['id', 'version'],
    fallback: m.clips_unknown_error(),
  }).then(readClip);

export const uploadFile = (id: string, file: File, options: UploadOptions): Promise<StoredFile> =>
  sendFile(file, { kind: 'clip', id }, options, (sent, way) =>
    call('POST /clipboard/{id}/files', {
      params: { id },
      headers: grantHeader(id),
      needs: ['id'],
      ...sent,
      ...way,
    }),
  );

export const removeFile = (id: string, fileId: string) =>
  call('DELETE /clipboard/{id}/files/{fileId}', { params: { id, fileId } });

export const listKeys = [clipKeys.lists, clipKeys.stats] as const;

export const refreshLists = (client: QueryClient): Promise<unknown> =>
  Promise.all(listKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
