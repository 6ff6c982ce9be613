import { useEffect, useState } from 'react';

export interface Debounced<A extends readonly unknown[]> {
  (...args: A): void;
  /** Forgets the last call. */
  readonly cancel: () => void;
  /** Runs the last call now, if it still waits. */
  readonly flush: () => void;
  /** From now on another function runs, with what waits too. */
  readonly setWork: (work: (...args: A) => void) => void;
}

/** Runs the last of several calls, so long after it. */
export function debounce<A extends readonly unknown[]>(
  work: (...args: A) => void,
  ms: number,
): Debounced<A> {
  let current = work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | null = null;
  const cancel = () => {
    clearTimeout(timer);
    waiting = null;
  };
  const flush = () => {
    const args = waiting;
    cancel();
    if (args) current(...args);
  };
  return Object.assign(
    (...args: A) => {
      cancel();
      waiting = args;
      timer = setTimeout(flush, ms);
    },
    { cancel, flush, setWork: (next: (...args: A) => void) => void (current = next) },
  );
}

/**
 * The same for a component: the latest `work` runs. What waits when the component goes is
 * cancelled, or runs then.
 */
export function useDebounced<A extends readonly unknown[]>(
  work: (...args: A) => void,
  ms: number,
  atEnd: 'cancel' | 'flush' = 'cancel',
): Debounced<A> {
  const [debounced] = useState(() => debounce(work, ms));
  useEffect(() => debounced.setWork(work));
  useEffect(() => debounced[atEnd], [debounced, atEnd]);
  return debounced;
}
