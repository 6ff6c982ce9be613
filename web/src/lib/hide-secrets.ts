import { secretIn } from '@clipline/contract/secrets.ts';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { storage } from './storage.ts';

const KEY = 'hide-secrets';

const hides = createStore<boolean>(() => storage.get(KEY) !== 'off');

export const useHidesSecrets = (): boolean => useStore(hides);

export function chooseHiding(hide: boolean): void {
  storage.set(KEY, hide ? 'on' : 'off');
  hides.setState(hide, true);
}

/** The kind of secret that is to be hidden; null of any other text, and where nothing is hidden. */
export const hiddenIn = (text: string) => (hides.getState() ? secretIn(text) : null);
