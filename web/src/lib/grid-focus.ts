import { useCallback, useEffect, useRef, type RefObject } from 'react';

/**
 * Hands focus on when a card goes: `leaving(id)` before it does, and the card that takes its place
 * has focus. `given`: the list, where there is a reference to it already.
 */
export function useGridFocus(ids: readonly string[], given?: RefObject<HTMLUListElement | null>) {
  const own = useRef<HTMLUListElement>(null);
  const list = given ?? own;
  const left = useRef<number | null>(null);
  const key = ids.join();
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  });
  const leaving = useCallback((id: string) => {
    left.current = latest.current.indexOf(id);
  }, []);
  useEffect(() => {
    if (left.current === null) return;
    const items = list.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
    // Only when focus went with the card; it may be elsewhere by now.
    if (document.activeElement === document.body)
      items[Math.min(left.current, items.length - 1)]?.focus({ preventScroll: true });
    left.current = null;
  }, [key, list]);
  return { list, leaving };
}
