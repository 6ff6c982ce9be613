import { useEffect, useState } from 'react';

export interface Debounced<A extends readonly unknown[]> {
  (...args: A): void;
  readonly cancel: () => void;
  readonly flush: () => void;
  readonly setWork: (work: (...args: A) => void) => void;
}

/** `longest`: it runs so long after the first call, if they go on. */
export function debounce<A extends readonly unknown[]>(
  work: (...args: A) => void,
  ms: number,
  longest = Infinity,
): Debounced<A> {
  let current = work;
  let due = Infinity;
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
      const now = Date.now();
      if (!waiting) due = now + longest;
      cancel();
      waiting = args;
      timer = setTimeout(flush, Math.min(ms, due - now));
    },
    { cancel, flush, setWork: (next: (...args: A) => void) => void (current = next) },
  );
}

/** What waits when the component goes is cancelled, or runs then. */
export function useDebounced<A extends readonly unknown[]>(
  work: (...args: A) => void,
  ms: number,
  { atEnd = 'cancel', longest }: { atEnd?: 'cancel' | 'flush'; longest?: number } = {},
): Debounced<A> {
  const [debounced] = useState(() => debounce(work, ms, longest));
  useEffect(() => debounced.setWork(work));
  useEffect(() => debounced[atEnd], [debounced, atEnd]);
  return debounced;
}
