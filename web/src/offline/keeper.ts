import { call } from '../lib/api.ts';
import { forgetKept } from '../lib/kept-database.ts';
import { getUser } from '../lib/session.ts';
import { chooseKept, KEPT_OF_EACH } from './choose.ts';
import { keepsRecent } from './keep-choice.ts';
import { writeKept } from './kept-store.ts';

async function readClips(
  name: 'GET /clipboard/history' | 'GET /clipboard/favorites',
  userId: string,
) {
  const reply = await call(name, { query: { page: 1, pageSize: KEPT_OF_EACH }, as: userId });
  return Array.isArray(reply) ? reply : reply.clips;
}

/** Asks the server for what is to be kept, and keeps that instead of what was. */
export async function keepNow(): Promise<void> {
  const userId = getUser()?.id;
  if (userId === undefined || !keepsRecent(userId)) return;
  const lists = await Promise.all([
    readClips('GET /clipboard/history', userId),
    readClips('GET /clipboard/favorites', userId),
  ]);
  const stillWanted = () => getUser()?.id === userId && keepsRecent(userId);
  if (!stillWanted()) return;
  await writeKept({ userId, at: new Date().toISOString(), clips: chooseKept(lists.flat()) });
  // In another tab they may have signed out meanwhile.
  if (!stillWanted()) forgetKept();
}

let inStep: Promise<void> | undefined;

/**
 * What was deleted elsewhere is gone here before anything of the server is drawn: readers
 * await this. Once for each time that there is a connection.
 */
export const keepInStep = (): Promise<void> =>
  (inStep ??= keepNow().catch(() => {
    // No connection, or no space: what was kept stays as it is.
    inStep = undefined;
  }));

/** The connection went: much may have happened until it is there again. */
export function loseStep(): void {
  inStep = undefined;
}
