import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject, useState } from 'react';

const isLost = () => document.activeElement === document.body;
const isInDialog = () => document.activeElement?.closest('[role=dialog]') !== null;

function cardAt(
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
 * Hands focus on when a card goes: call `leaving(id)` before it does. `nextFocus` is for the dialog
 * that asked, `otherwise` for a list that becomes empty.
 */
export function useGridFocus<E extends HTMLElement = HTMLUListElement>(
  ids: readonly string[],
  {
    given,
    otherwise,
  }: {
    given?: RefObject<E | null>;
    otherwise?: RefObject<HTMLElement | null>;
  } = {},
) {
  const own = useRef<E>(null);
  const list = given ?? own;
  const left = useRef<{ readonly id: string; readonly index: number } | null>(null);
  const key = ids.join();
  const latest = useRef(ids);
  // Before a dialog that closes in the same moment asks for the next card.
  useLayoutEffect(() => {
    latest.current = ids;
  });
  const leaving = useCallback((id: string) => {
    left.current = { id, index: latest.current.indexOf(id) };
  }, []);
  const takeNext = useCallback(() => {
    // While it is still there, it keeps focus, whatever else changes in the list.
    if (left.current === null || latest.current.includes(left.current.id)) return null;
    const { index } = left.current;
    left.current = null;
    return cardAt(list.current, index, otherwise);
  }, [list, otherwise]);
  const nextFocus = useCallback(() => takeNext() ?? true, [takeNext]);
  useEffect(() => {
    // A dialog that is still closing gives it to the next card itself.
    if (isInDialog()) return;
    // Only when focus went with the card; it may be elsewhere by now.
    const wasLost = isLost();
    const next = takeNext();
    if (wasLost) next?.focus({ preventScroll: true });
  }, [key, takeNext]);
  useEffect(
    () => () => {
      latest.current = [];
      if (left.current !== null && isLost()) cardAt(null, 0)?.focus({ preventScroll: true });
    },
    [],
  );
  return { list, leaving, nextFocus };
}

export interface Gap {
  readonly id: string;
  readonly index: number;
  readonly width: number;
  readonly height: number;
}

const LONGEST = 5000;

/**
 * Keeps the next card from coming under a pointer that has just pressed, until that moves on, for
 * five seconds at most.
 */
export function useGap(list: RefObject<HTMLUListElement | null>) {
  const [gap, setGap] = useState<Gap | null>(null);
  useEffect(() => {
    if (!gap) return undefined;
    const closeUp = () => setGap(null);
    const onPointerOver = ({ target }: PointerEvent) => {
      if (!(target as Element).closest(`[data-card="${gap.id}"]`)) closeUp();
    };
    const timer = setTimeout(closeUp, LONGEST);
    document.addEventListener('pointerover', onPointerOver);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointerOver);
    };
  }, [gap]);
  const leaveGap = (id: string) => {
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    const index = items.findIndex(({ dataset }) => dataset['card'] === id);
    const card = items[index];
    if (card?.matches(':hover') && matchMedia('(hover: hover)').matches) {
      const { width, height } = card.getBoundingClientRect();
      // Rounded up it might not fit where the card was.
      setGap({ id, index, width: Math.floor(width * 64) / 64, height });
    }
  };
  return { gap, leaveGap };
}
