import { storage } from '../../lib/storage.ts';

const KEY = 'pending-email';

/**
 * The address that signed up in this browser and is not confirmed yet, so that no one has to type
 * it again.
 */
export const pendingEmail = {
  get: (): string | null => storage.get(KEY),
  set: (email: string): void => storage.set(KEY, email),
  clear: (): void => storage.remove(KEY),
};
