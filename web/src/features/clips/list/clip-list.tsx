import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ClipboardList, Copy, SearchX, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCaptured } from '../../../capture/outbox.ts';
import { failureText } from '../../../lib/api-error.ts';
import { FailedState } from '../../../live/failed-state.tsx';
import { type KeptClip, matchingKept, useKept } from '../../../offline/keeper.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CardGrid, CardSkeletons } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type ClipPage, type ClipSource, readsKept } from '../clips.api.ts';
import { copyClipText } from '../copy-clip.ts';
import { OfflineNote } from '../offline/offline-note.tsx';
import { NewClipLink } from './clip-actions.tsx';
import { CardOfClip } from './clip-card.tsx';
import { ClipGrid } from './clip-grid.tsx';

function KeptCard({ clip, search }: { clip: KeptClip; search: string }) {
  return (
    <CardOfClip clip={clip} search={search}>
      {clip.content !== '' && (
        <div className="px-2 pb-2">
          <Button variant="ghost" onClick={() => void copyClipText(clip.content)}>
            <Copy size={16} aria-hidden />
            {m.ui_copy()}
          </Button>
        </div>
      )}
    </CardOfClip>
  );
}

/** A list as this device keeps it, to be read while the server cannot be reached. */
function KeptClips({
  label,
  source,
  query,
  limit = Infinity,
  noMatch,
  otherwise,
}: {
  label: string;
  source: ClipSource;
  query: ClipListQuery;
  limit?: number | undefined;
  noMatch: string;
  /** Where nothing is kept. */
  otherwise: ReactNode;
}) {
  const kept = useKept();
  if (kept === undefined) return null;
  if (kept === null) return otherwise;
  const clips = matchingKept(kept.clips, source, query).slice(0, limit);
  return (
    <div className="flex flex-col gap-4">
      <OfflineNote at={kept.at} />
      {clips.length > 0 ? (
        <CardGrid label={label} items={clips}>
          {(clip) => <KeptCard clip={clip} search={query.search ?? ''} />}
        </CardGrid>
      ) : (
        <EmptyState icon={SearchX} text={noMatch} />
      )}
    </div>
  );
}

const SKELETONS = 8;

export interface ClipListProps {
  label: string;
  clips: UseQueryResult<ClipPage>;
  /** Shows only the first so many. */
  limit?: number;
  filtered: boolean;
  source: ClipSource;
  query: ClipListQuery;
  onClear: () => void;
  /** SPEC's texts for nothing at all and nothing that matches. */
  empty: string;
  noMatch: string;
  favorites?: boolean;
  withWaiting?: boolean;
}

/**
 * The states of a list of clips: not there yet, failed, empty, filtered to nothing, and the cards.
 */
export function ClipList({
  label,
  clips,
  limit,
  filtered,
  source,
  query,
  onClear,
  empty,
  noMatch,
  favorites = false,
  withWaiting = false,
}: ClipListProps) {
  const { data, error, isError, failureReason, refetch } = clips;
  const isKept = readsKept(failureReason, data);
  const captured = useCaptured();
  const waiting = withWaiting && !filtered ? captured.cards : [];
  const saved = (data?.clips ?? []).filter(({ captureId }) => !captured.replaces(captureId));

  const shown = { source, query, total: data?.total ?? 0 };

  if (!data) {
    const unread = isError ? (
      <FailedState
        title={failureText(error, m.clips_list_failed())}
        error={error}
        text={m.clips_list_failed_text()}
        onRetry={refetch}
      />
    ) : (
      <CardSkeletons label={m.clips_loading()} count={SKELETONS} />
    );
    return (
      <>
        {(isError || isKept) && waiting.length > 0 && (
          <ClipGrid label={label} clips={[]} waiting={waiting} shown={shown} />
        )}
        {isKept ? (
          <KeptClips
            label={label}
            source={source}
            query={query}
            limit={limit}
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
        label={label}
        waiting={waiting}
        shown={shown}
        clips={limit ? saved.slice(0, Math.max(0, limit - waiting.length)) : saved}
      />
    );
  if (filtered)
    return (
      <EmptyState
        icon={SearchX}
        text={noMatch}
        action={<Button onClick={onClear}>{m.clips_show_all()}</Button>}
      />
    );
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
