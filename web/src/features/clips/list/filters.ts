import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { QueryClient } from '@tanstack/react-query';
import { outbox } from '../../../capture/outbox.ts';
import {
  choice,
  CONTENT_TYPES,
  DATE_RANGES,
  type FilterControls,
  type FilterField,
  filterSet,
  type FiltersOf,
  timeZone,
  useFilters,
} from '../../../lib/filters.ts';
import { useLiveRefresh } from '../../../live/live-refresh.ts';
import { changesRunning } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { listKeys } from '../clips.api.ts';
import { tagKeys } from '../tags/tags.api.ts';
import { OPTIMISTIC } from './clip-mutations.api.ts';

export const FAVORITES = [
  { value: '', label: m.clips_favorites_all() },
  { value: 'true', label: m.clips_favorites() },
  { value: 'false', label: m.clips_favorites_not() },
] as const;

const favorite: FilterField<boolean | null> = {
  none: null,
  read: (value) => (value === 'true' ? true : value === 'false' ? false : null),
  write: (value) => (value === null ? null : String(value)),
};

const NO_TAGS: readonly string[] = [];
const tags: FilterField<readonly string[]> = {
  none: NO_TAGS,
  read: (value) => value?.split(',').filter(Boolean) ?? NO_TAGS,
  write: (value) => (value.length === 0 ? null : value.join(',')),
  as: 'tag',
};

export const clipFilters = filterSet({
  type: choice(CONTENT_TYPES, 'all'),
  favorite,
  dateRange: choice(DATE_RANGES, 'all', { as: 'date' }),
  tags,
});
export type ClipFilters = FiltersOf<typeof clipFilters>;

export type ClipFilterControls = FilterControls<ClipFilters>;

export const useClipFilters = (): ClipFilterControls => useFilters(clipFilters);

export const RECENT_CLIPS = 50;

export const queryOf = (filters: ClipFilters, page: number, pageSize: number): ClipListQuery => ({
  page,
  pageSize,
  ...(filters.search.trim() !== '' && { search: filters.search.trim() }),
  ...(filters.type !== 'all' && { type: filters.type }),
  ...(filters.favorite !== null && { favorite: filters.favorite ? 'true' : 'false' }),
  ...(filters.tags.length > 0 && { tag: [...filters.tags] }),
  ...(filters.dateRange !== 'all' && { dateRange: filters.dateRange, timeZone: timeZone() }),
});

/** What is deleted or named elsewhere has its chip above the lists. */
const KEYS = [...listKeys, tagKeys.all];

const isChanging = (client: QueryClient): boolean =>
  changesRunning(client, OPTIMISTIC) > 0 || outbox.getState().readsSoon;

/**
 * Keeps lists and counts in step with every device of the owner; a change under way, and the
 * outbox, read them themselves when they are done.
 */
export const useLiveLists = (): void => useLiveRefresh('clip-update', KEYS, isChanging);
