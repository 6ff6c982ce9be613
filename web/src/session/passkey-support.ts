import { storage, tabStorage } from '../lib/storage.ts';

const OFFERED = 'passkey-offered';
const DUE = 'passkey-due';

/** They belong to one host, which the server tells its pages. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  document.documentElement.dataset['passkeys'] === location.hostname;

/** After a log-in by password, once in this browser. */
export function offerPasskeyNext(): void {
  if (passkeysWork() && storage.get(OFFERED) === null) tabStorage.set(DUE, '1');
}

export const isPasskeyOffered = (): boolean => tabStorage.get(DUE) !== null;

export function endPasskeyOffer(): void {
  storage.set(OFFERED, '1');
  tabStorage.remove(DUE);
}
