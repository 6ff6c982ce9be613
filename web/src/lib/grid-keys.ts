import type { KeyboardEvent } from 'react';

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;
type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const middle = (box: Box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
const isArrow = (key: string): key is Arrow => /^Arrow(Left|Right|Up|Down)$/.test(key);

/** Sideways the next in reading order, else the nearest box above or below; -1: nowhere. */
export function neighbour(boxes: readonly Box[], from: number, key: Arrow): number {
  if (key === 'ArrowLeft') return from - 1;
  if (key === 'ArrowRight') return from + 1 < boxes.length ? from + 1 : -1;
  const start = boxes[from];
  if (!start) return -1;
  const { x, y } = middle(start);
  let best = -1;
  let bestScore = Infinity;
  boxes.forEach((box, index) => {
    const other = middle(box);
    const ahead = key === 'ArrowDown' ? other.y - y : y - other.y;
    if (index === from || ahead < box.height / 2) return;
    const score = ahead * 4 + Math.abs(other.x - x);
    if (score < bestScore) [best, bestScore] = [index, score];
  });
  return best;
}

export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const current = (event.target as HTMLElement).closest<HTMLElement>('[data-grid-item]');
  if (!current || event.target !== current || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-grid-item]')];
  const from = items.indexOf(current);
  let to = -1;
  if (event.key === 'Home') to = 0;
  else if (event.key === 'End') to = items.length - 1;
  else if (isArrow(event.key))
    to = neighbour(
      items.map((item) => item.getBoundingClientRect()),
      from,
      event.key,
    );
  const next = items[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
