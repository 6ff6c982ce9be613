import { useEffect, useRef } from 'react';

/**
 * Hands focus on when a card goes: `leaving(id)` before it does, and the card that takes its place
 * has focus.
 */
export function useGridFocus(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<number | null>(null);
  const key = ids.join();
  useEffect(() => {
    if (left.current === null) return;
    const items = list.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
    // Only when focus went with the card; it may be elsewhere by now.
    if (document.activeElement === document.body)
      items[Math.min(left.current, items.length - 1)]?.focus({ preventScroll: true });
    left.current = null;
  }, [key]);
  return {
    list,
    leaving(id: string) {
      left.current = ids.indexOf(id);
    },
  };
}
