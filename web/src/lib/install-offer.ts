import { useSyncExternalStore } from 'react';

/** How a browser offers to install the app; of Chromium alone, so the DOM's types lack it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** Kept by a script of the page (html/boot.ts). */
    installOffer?: InstallOffer | undefined;
  }
}

const USED = 'install-offer-used';
const CHANGES = ['beforeinstallprompt', USED];

function follow(onChange: () => void): () => void {
  for (const change of CHANGES) window.addEventListener(change, onChange);
  return () => {
    for (const change of CHANGES) window.removeEventListener(change, onChange);
  };
}

export const useInstallOffer = (): InstallOffer | undefined =>
  useSyncExternalStore(follow, () => window.installOffer);

/** It works once: after a refusal the next page offers it again. */
export async function install(offer: InstallOffer): Promise<void> {
  await offer.prompt();
  window.installOffer = undefined;
  window.dispatchEvent(new Event(USED));
}

/** Where only a person can install it, in the menu of the browser; a newer iPad says it is a Mac. */
export const isOnIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Opened by its icon, without a browser around it. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches;
