import { storage } from '../../lib/storage.ts';

const KEY = 'lan-auto-connect';

/** On until somebody turns it off in this browser. */
export const autoConnects = (): boolean => storage.get(KEY) !== 'off';
export const keepAutoConnect = (on: boolean): void => storage.set(KEY, on ? 'on' : 'off');
