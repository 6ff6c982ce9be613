import { useSyncExternalStore } from 'react';

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
