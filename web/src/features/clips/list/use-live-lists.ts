import type { QueryClient } from '@tanstack/react-query';
import { outbox } from '../../../capture/outbox.ts';
import { useLiveRefresh } from '../../../live/live-refresh.ts';
import { changesRunning } from '../../../live/undoable-delete.ts';
import { OPTIMISTIC } from './clip-mutations.api.ts';
import { listKeys } from '../clips.api.ts';
import { tagKeys } from '../tags/tags.api.ts';

/** What is deleted or named elsewhere has its chip above the lists. */
const KEYS = [...listKeys, tagKeys.all];

const isChanging = (client: QueryClient): boolean =>
  changesRunning(client, OPTIMISTIC) > 0 || outbox.getState().readsSoon;

/**
 * Keeps lists and counts in step with every device of the owner; a change under way, and the
 * outbox, read them themselves when they are done.
 */
export const useLiveLists = (): void => useLiveRefresh('clip-update', KEYS, isChanging);
