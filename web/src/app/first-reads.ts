import { CLIPS_PAGE_SIZE, listClips, listFavorites } from '@clipline/contract/clips.ts';
import { listRooms } from '@clipline/contract/rooms.ts';
import { NO_FILTERS, queryOf, RECENT_CLIPS } from '../features/clips/filters.ts';
import { urlOf } from '../lib/api.ts';

/** What a page reads first, by its path: its HTML asks for it before the scripts have come. */
export const firstReads: Readonly<Record<string, string>> = {
  '/dashboard': urlOf(listClips, {}, queryOf(NO_FILTERS, 1, RECENT_CLIPS)),
  '/clips': urlOf(listClips, {}, queryOf(NO_FILTERS, 1, CLIPS_PAGE_SIZE)),
  '/favorites': urlOf(listFavorites, {}, queryOf(NO_FILTERS, 1, CLIPS_PAGE_SIZE)),
  '/rooms': urlOf(listRooms),
};
