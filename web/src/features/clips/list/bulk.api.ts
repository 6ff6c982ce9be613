import { LINKED_CLIPS, MAX_BULK_IDS } from '@clipline/contract/limits.ts';
import type { BulkAction, BulkFilter } from '@clipline/contract/schemas/bulk.ts';
import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callForBytes } from '../../../lib/api.ts';
import { downloadBlob } from '../../../lib/copy.ts';
import { tellDeletion } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { toast, undoable } from '../../../ui/toast.ts';
import { type LiveClip, readClip } from '../../../things/clip.ts';
import { clipKeys, type ClipSource, refreshLists } from '../clips.api.ts';
import { tagKeys } from '../tags/tags.api.ts';
import { OPTIMISTIC } from './clip-mutations.api.ts';
import type { Selection } from './use-selection.ts';

export interface ListShown {
  readonly source: ClipSource;
  readonly query: ClipListQuery;
  readonly total: number;
}

function filterOf({ source, query }: ListShown): BulkFilter {
  const { page: _page, pageSize: _pageSize, favorite, ...filter } = query;
  const wanted = source === 'favorites' ? 'true' : favorite;
  return { ...filter, ...(wanted === undefined ? {} : { favorite: wanted === 'true' }) };
}

export interface Bulk {
  readonly action: BulkAction;
  readonly tagId?: string;
}

const DONE: Readonly<Record<BulkAction, (count: number) => string>> = {
  delete: (count) => m.clips_bulk_deleted({ count }),
  favorite: (count) => m.clips_bulk_favorited({ count }),
  unfavorite: (count) => m.clips_bulk_unfavorited({ count }),
  tag: (count) => m.clips_bulk_tagged({ count }),
  untag: (count) => m.clips_bulk_untagged({ count }),
};

const putBack = (undoId: string) =>
  call('POST /clipboard/bulk/{undoId}/undo', { params: { undoId } });

export function useBulk(shown: ListShown, selection: Selection, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      refreshLists(client),
      client.invalidateQueries({ queryKey: clipKeys.ones }),
      client.invalidateQueries({ queryKey: tagKeys.all }),
    ]);
  const undo = useMutation({
    mutationFn: putBack,
    meta: { failed: m.clips_bulk_undo_failed() },
    onSuccess: ({ restored }) => void toast.success(m.clips_bulk_undone({ count: restored })),
    onSettled: refresh,
  });
  /** With those deleted one by one just before, it shares one toast and one way back. */
  const tellOfDeletion = (count: number, undoId: string) =>
    tellDeletion({
      kind: JSON.stringify(OPTIMISTIC),
      count,
      restore: () => putBack(undoId).finally(() => void refresh()),
      tell: (back) => toast.success(DONE.delete(count), undefined, undoable(back)),
      tellMany: (many) => m.clips_deleted_many({ count: many }),
      restored: m.clips_bulk_undone({ count }),
      restoreFailed: m.clips_bulk_undo_failed(),
    });
  return useMutation({
    mutationFn: ({ action, tagId }: Bulk) =>
      call('POST /clipboard/bulk', {
        body: {
          action,
          ...(tagId === undefined ? {} : { tagId }),
          ...(selection.all
            ? { filter: filterOf(shown), except: [...selection.except] }
            : { ids: selection.chosen.map(({ id }) => id) }),
        },
      }),
    onSuccess({ done, undoId }, { action }) {
      if (action === 'delete' && undoId !== null) tellOfDeletion(done, undoId);
      else {
        const back = undoId === null ? undefined : () => undo.mutate(undoId);
        toast.success(DONE[action](done), undefined, undoable(back));
      }
      onDone();
    },
    meta: { failed: m.clips_bulk_failed() },
    onSettled: refresh,
  });
}

const PAGE = 100;

async function countLinks(clipId: string[] | undefined, signal: AbortSignal): Promise<number> {
  const query = { kind: 'clip', state: 'active', pageSize: 1 } as const;
  const { total } = await call('GET /links', {
    query: clipId ? { ...query, clipId } : query,
    signal,
  });
  return total;
}

async function countLinksOf(ids: readonly string[], signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += LINKED_CLIPS)
    count += await countLinks(ids.slice(at, at + LINKED_CLIPS), signal);
  return count;
}

/** How many links end where the chosen clips are deleted; 0 where that cannot be told. */
export function useEndingLinks(shown: ListShown, selection: Selection): number {
  const { all } = selection;
  const ids = all ? selection.except : selection.chosen.map(({ id }) => id);
  const { data = 0 } = useQuery({
    // Read again with the other lists of links.
    queryKey: ['links', 'ending', all, ids],
    enabled: !all || Object.keys(filterOf(shown)).length === 0,
    queryFn: async ({ signal }) =>
      all
        ? (await countLinks(undefined, signal)) - (await countLinksOf(ids, signal))
        : countLinksOf(ids, signal),
  });
  return data;
}

export async function readChosen(shown: ListShown, selection: Selection): Promise<LiveClip[]> {
  if (!selection.all) return [...selection.chosen];
  const clips: LiveClip[] = [];
  const name = shown.source === 'favorites' ? 'GET /clipboard/favorites' : 'GET /clipboard/history';
  for (let page = 1; clips.length < MAX_BULK_IDS; page++) {
    const reply = await call(name, { query: { ...shown.query, page, pageSize: PAGE } });
    if (Array.isArray(reply) || reply.clips.length === 0) break;
    clips.push(...reply.clips.map(readClip).filter(({ id }) => selection.has(id)));
  }
  return clips.slice(0, MAX_BULK_IDS);
}

export async function downloadClips(ids: string[]): Promise<void> {
  const zip = await callForBytes('POST /clipboard/download', { body: { ids } });
  downloadBlob(zip, `clipline-${new Date().toISOString().slice(0, 10)}.zip`);
}
