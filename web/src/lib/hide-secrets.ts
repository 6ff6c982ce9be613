import { hasSecret } from '@clipline/contract/secrets.ts';
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

/** False where nothing is hidden. */
export const hidesSecretOf = (text: string): boolean => hides.getState() && hasSecret(text);
