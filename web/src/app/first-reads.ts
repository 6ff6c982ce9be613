import { CLIPS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { clipFilters, queryOf, RECENT_CLIPS } from '../features/clips/list/filters.ts';
import { urlOf } from '../lib/api.ts';

/** What a page reads first, by its path: its HTML asks for it before the scripts have come. */
export const firstReads: Readonly<Record<string, string>> = {
  '/dashboard': urlOf('GET /clipboard/history', {}, queryOf(clipFilters.none, 1, RECENT_CLIPS)),
  '/clips': urlOf('GET /clipboard/history', {}, queryOf(clipFilters.none, 1, CLIPS_PAGE_SIZE)),
  '/favorites': urlOf(
    'GET /clipboard/favorites',
    {},
    queryOf(clipFilters.none, 1, CLIPS_PAGE_SIZE),
  ),
  '/rooms': urlOf('GET /rooms'),
};
