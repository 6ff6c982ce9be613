import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject, useState } from 'react';

const isLost = () => document.activeElement === document.body;
const isInDialog = () => document.activeElement?.closest('[role=dialog]') !== null;

/** The card at an index of the list, or the last one; without any the heading of the page. */
function heirOf(
  list: HTMLElement | null,
  index: number,
  otherwise?: RefObject<HTMLElement | null>,
): HTMLElement | null {
  const cards = list?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
  return (
    cards[Math.min(index, cards.length - 1)] ??
    otherwise?.current ??
    document.querySelector<HTMLElement>('h1[tabindex="-1"]')
  );
}

/**
 * Hands focus on when a card goes: `leaving(id)` before it does, and the card that takes its place
 * has focus. `heir`: the same for the dialog that asked before, as it closes. `given`: the list,
 * where there is a reference to it already. `otherwise`: what has focus once the list is empty,
 * where that is not the heading of the page.
 */
export function useGridFocus(
  ids: readonly string[],
  {
    given,
    otherwise,
  }: {
    given?: RefObject<HTMLUListElement | null>;
    otherwise?: RefObject<HTMLElement | null>;
  } = {},
) {
  const own = useRef<HTMLUListElement>(null);
  const list = given ?? own;
  const left = useRef<{ readonly id: string; readonly index: number } | null>(null);
  const key = ids.join();
  const latest = useRef(ids);
  // Before a dialog that closes in the same moment asks for the heir.
  useLayoutEffect(() => {
    latest.current = ids;
  });
  const leaving = useCallback((id: string) => {
    left.current = { id, index: latest.current.indexOf(id) };
  }, []);
  const takeHeir = useCallback(() => {
    // While it is still there, it keeps focus, whatever else changes in the list.
    if (left.current === null || latest.current.includes(left.current.id)) return null;
    const { index } = left.current;
    left.current = null;
    return heirOf(list.current, index, otherwise);
  }, [list, otherwise]);
  const heir = useCallback(() => takeHeir() ?? true, [takeHeir]);
  useEffect(() => {
    // A dialog that is still closing gives it to the heir itself.
    if (isInDialog()) return;
    // Only when focus went with the card; it may be elsewhere by now.
    const wasLost = isLost();
    const next = takeHeir();
    if (wasLost) next?.focus({ preventScroll: true });
  }, [key, takeHeir]);
  // With its last card the list itself goes.
  useEffect(
    () => () => {
      latest.current = [];
      if (left.current !== null && isLost()) heirOf(null, 0)?.focus({ preventScroll: true });
    },
    [],
  );
  return { list, leaving, heir };
}

/** What a card that goes from under the pointer leaves in the list: its position and height. */
export interface HeldCard {
  readonly id: string;
  readonly index: number;
  readonly height: number;
}

const LONGEST = 5000;

/**
 * Keeps the next card, and its trash, from coming under a pointer that has just pressed: `hold(id)`
 * as the card goes. It is held until the pointer is over anything else, for five seconds at most. A
 * finger is gone before the list closes up, and the keyboard presses nothing by position.
 */
export function useHeldCard(list: RefObject<HTMLUListElement | null>) {
  const [held, setHeld] = useState<HeldCard | null>(null);
  useEffect(() => {
    if (!held) return undefined;
    const release = () => setHeld(null);
    const onPointerOver = ({ target }: PointerEvent) => {
      if (!(target as Element).closest(`[data-card="${held.id}"]`)) release();
    };
    const timer = setTimeout(release, LONGEST);
    document.addEventListener('pointerover', onPointerOver);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointerOver);
    };
  }, [held]);
  const hold = (id: string) => {
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    const index = items.findIndex(({ dataset }) => dataset['card'] === id);
    const card = items[index];
    if (card?.matches(':hover') && matchMedia('(hover: hover)').matches)
      setHeld({ id, index, height: (card.firstElementChild as HTMLElement).offsetHeight });
  };
  return { held, hold };
}
