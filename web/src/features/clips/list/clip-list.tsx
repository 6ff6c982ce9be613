import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ClipboardList, Copy, SearchX, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCaptured } from '../../../capture/outbox.ts';
import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { failureText } from '../../../lib/api-error.ts';
import { FailedState } from '../../../live/failed-state.tsx';
import { type KeptClip, matchingKept, useKept } from '../../../offline/keeper.ts';
import { basisOf } from '../../../things/card-look.ts';
import { CardButton, CardFacts, CardFoot } from '../../../things/card-foot.tsx';
import { m } from '../../../paraglide/messages.js';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CardGrid, CardSkeletons } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  type ClipPage,
  type ClipSource,
  type FailedText,
  readsKept,
  useClips,
} from '../clips.api.ts';
import { copyClipText } from '../copy-clip.ts';
import { OfflineNote } from '../offline/offline-note.tsx';
import { NewClipLink } from './clip-actions.tsx';
import { CardOfClip } from './clip-card.tsx';
import { ClipGrid } from './clip-grid.tsx';
import type { ClipRows } from './clip-row.tsx';
import {
  type ClipFilterControls,
  clipFilters,
  queryOf,
  useClipFilters,
  useLiveLists,
} from './filters.ts';

function KeptCard({ clip, search }: { clip: KeptClip; search: string }) {
  return (
    <CardOfClip clip={clip} search={search}>
      <CardFoot
        facts={<CardFacts content={clip} time={clip.createdAt} starred={clip.isFavorite} />}
      >
        {clip.content !== '' && (
          <CardButton icon={Copy} onClick={() => void copyClipText(clip.content)}>
            {m.ui_copy()}
          </CardButton>
        )}
      </CardFoot>
    </CardOfClip>
  );
}

interface KeptClipsProps extends Pick<ClipListProps, 'list' | 'label' | 'limit' | 'rows'> {
  noMatch: string;
  otherwise: ReactNode;
}

function KeptClips({ list, label, limit, rows, noMatch, otherwise }: KeptClipsProps) {
  const kept = useKept();
  const isPhone = useMediaQuery(PHONE);
  const { source, query } = list;
  const search = query.search ?? '';
  if (kept === undefined) return null;
  if (kept === null) return otherwise;
  const clips = matchingKept(kept.clips, source, query).slice(0, limit);
  return (
    <div className="flex flex-col gap-4">
      <OfflineNote at={kept.at} />
      {clips.length === 0 ? (
        <EmptyState icon={SearchX} text={noMatch} />
      ) : rows ? (
        <rows.List label={label} items={clips}>
          {(clip) => <rows.Kept clip={clip} search={search} narrow={isPhone} />}
        </rows.List>
      ) : (
        <CardGrid label={label} items={clips} basis={basisOf}>
          {(clip) => <KeptCard clip={clip} search={search} />}
        </CardGrid>
      )}
    </div>
  );
}

export interface ClipListState {
  readonly source: ClipSource;
  readonly query: ClipListQuery;
  readonly clips: UseQueryResult<ClipPage>;
  readonly controls: ClipFilterControls;
  readonly filtered: boolean;
}

export interface Asked {
  readonly source: ClipSource;
  readonly page: number;
  readonly pageSize: number;
  readonly failed: FailedText;
}

export function useClipList({ source, page, pageSize, failed }: Asked): ClipListState {
  useLiveLists();
  const controls = useClipFilters();
  const filters =
    source === 'favorites' ? { ...controls.filters, favorite: null } : controls.filters;
  const query = queryOf(filters, page, pageSize);
  const clips = useClips(source, query, failed);
  return { source, query, clips, controls, filtered: clipFilters.narrows(filters) };
}

const SKELETONS = 8;

export interface ClipListProps {
  list: ClipListState;
  label: string;
  /** SPEC's texts for nothing at all and nothing that matches. */
  empty: string;
  noMatch: string;
  limit?: number | undefined;
  withWaiting?: boolean;
  /** In the place of cards. */
  rows?: ClipRows | undefined;
}

export function ClipList({ list, label, limit, empty, noMatch, withWaiting, rows }: ClipListProps) {
  const { clips, source, query, filtered } = list;
  const { data, error, isError, failureReason, refetch } = clips;
  const isKept = readsKept(failureReason, data);
  const captured = useCaptured();
  const waiting = withWaiting && !filtered ? captured.cards : [];
  const saved = (data?.clips ?? []).filter(({ captureId }) => !captured.replaces(captureId));
  const grid = { label, waiting, rows, shown: { source, query, total: data?.total ?? 0 } };

  if (!data) {
    const unread = isError ? (
      <FailedState
        title={failureText(error, m.clips_list_failed())}
        error={error}
        text={m.clips_list_failed_text()}
        onRetry={refetch}
      />
    ) : rows ? (
      <rows.Skeletons label={m.clips_loading()} count={query.pageSize ?? SKELETONS} />
    ) : (
      <CardSkeletons label={m.clips_loading()} count={SKELETONS} />
    );
    return (
      <>
        {(isError || isKept) && waiting.length > 0 && <ClipGrid clips={[]} {...grid} />}
        {isKept ? (
          <KeptClips
            {...{ list, label, limit, rows }}
            noMatch={filtered ? noMatch : empty}
            otherwise={unread}
          />
        ) : (
          unread
        )}
      </>
    );
  }
  if (saved.length + waiting.length > 0)
    return (
      <ClipGrid
        clips={limit ? saved.slice(0, Math.max(0, limit - waiting.length)) : saved}
        {...grid}
      />
    );
  if (filtered)
    return (
      <EmptyState
        icon={SearchX}
        text={noMatch}
        action={<Button onClick={list.controls.clear}>{m.clips_show_all()}</Button>}
      />
    );
  const favorites = source === 'favorites';
  return (
    <EmptyState
      icon={favorites ? Star : ClipboardList}
      text={empty}
      action={
        favorites ? (
          <ButtonLink to="/clips">{m.clips_browse()}</ButtonLink>
        ) : (
          <NewClipLink>{m.clips_create()}</NewClipLink>
        )
      }
    />
  );
}
