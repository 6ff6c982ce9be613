import { useEffect, useState, type RefObject } from 'react';

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
