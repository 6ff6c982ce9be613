import { ClipboardList, SearchX, Star } from 'lucide-react';
import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCaptured } from '../../../capture/outbox.ts';
import { failureText } from '../../../lib/api-error.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardSkeletons } from '../../../ui/card-skeletons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailedState } from '../../../live/failed-state.tsx';
import { KeptClips } from '../offline/kept-clips.tsx';
import { ClipGrid } from './clip-grid.tsx';
import { NewClipLink } from './new-clip-link.tsx';
import { readsKept, type ClipPage, type ClipSource } from '../clips.api.ts';

const SKELETONS = 8;

export interface ClipListProps {
  label: string;
  clips: UseQueryResult<ClipPage>;
  /** Shows only the first so many. */
  limit?: number;
  filtered: boolean;
  /** What the list is read by. */
  source: ClipSource;
  query: ClipListQuery;
  onClear: () => void;
  /** SPEC's texts for nothing at all and nothing that matches. */
  empty: string;
  noMatch: string;
  favorites?: boolean;
  /** What was captured and is not saved yet stands above. */
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
