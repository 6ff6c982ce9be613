import { storage } from '../lib/storage.ts';

/** The id of the person who chose it in this browser. */
const KEY = 'keep-recent';

/** Opened by its icon, without a browser around it. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Whether this person's recent clips are kept on this device. */
export const keepsRecent = (userId: string | undefined): boolean =>
  userId !== undefined && (isInstalled() || storage.get(KEY) === userId);

export function chooseKeeping(userId: string, keep: boolean): void {
  if (keep) storage.set(KEY, userId);
  else storage.remove(KEY);
}
