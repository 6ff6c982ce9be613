import { useCallback, useSyncExternalStore, useEffect, useRef, type RefObject } from 'react';

export const PHONE = '(width < 48rem)';

/** Whether a media query holds; false in prerendered markup. */
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
 * False while a prerendered page is being taken over, true ever after. What depends on the address
 * bar, on storage or on the time waits for it, so that the first render equals the prerendered one.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Whether the component is there still: what takes long may end after its person has gone on. */
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

/** Whether a link leads to the computer on which it is opened, and so nowhere on a phone. */
export function isThisComputerOnly(link: string): boolean {
  const { hostname } = new URL(link);
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** When the page has loaded and has nothing else to do; never while it is rendered ahead. */
export function whenIdle(work: () => void): void {
  if (typeof window === 'undefined') return;
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => work());
    else setTimeout(work, 2000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

/** For how many days deleted things are kept; 0 where the server was set up without a trash. */
export const trashDays = (): number => Number(document.body.dataset['trashDays'] ?? 0);
