import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { useCallback, useSyncExternalStore, useEffect, useRef, type RefObject } from 'react';

export const PHONE = '(width < 48rem)';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

const never = () => () => {};

/**
 * What depends on the address, on storage or on time waits for it: the first render must equal the
 * prerendered one.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** What the server wrote into the page about itself; undefined while the page is taken over. */
export const useServed = (name: 'registration' | 'passwords' | 'oidc'): string | undefined =>
  useSyncExternalStore(
    never,
    () => document.documentElement.dataset[name],
    () => undefined,
  );

/** What takes long may end after its person has gone on. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

export function isThisComputerOnly(link: string): boolean {
  const { hostname } = new URL(link);
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

const LATEST = 2000;

/** When the page has loaded and has nothing else to do; never while it is rendered ahead. */
export function whenIdle(work: () => void): void {
  if (typeof window === 'undefined') return;
  const wait = () => {
    // A page that is never idle comes to it too.
    if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: LATEST });
    else setTimeout(work, LATEST);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/** Without a mail server each mail is a file, and nobody gets it. */
export const sendsMail = (): boolean => document.body.dataset['mail'] !== 'off';

/** For how many days deleted things are kept; 0 where the server was set up without a trash. */
export const trashDays = (): number => Number(document.body.dataset['trashDays'] ?? 0);

/** What a file has at most here; the same everywhere unless the server's operator raised it. */
export const maxFileBytes = (): number =>
  Number(document.body.dataset['maxFile']) || MAX_FILE_BYTES;
