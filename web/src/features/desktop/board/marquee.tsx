import { Trash2, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { LayoutStore } from './layout-store.ts';
import { overlaps, type Rect, shownRect } from './rect.ts';
import { type Board, paint } from './use-block-handles.ts';
import type { Block } from '../../../things/content.ts';

/** A press that moves less is a press on the ground: it ends the selection. */
const SLOP = 4;

export const NONE: ReadonlySet<string> = new Set();

export interface MarqueeProps {
  items: readonly Block[];
  selected: readonly Block[];
  onSelect: (ids: ReadonlySet<string>) => void;
  layout: LayoutStore;
  board: Board;
  remove: ((item: Block) => void) | undefined;
}

/**
 * Selects blocks: by drawing a box on the ground of the board, or all of them by Ctrl+A. What is
 * selected moves together and is deleted together.
 */
export function Marquee({ items, selected, onSelect, layout, board, remove }: MarqueeProps) {
  const box = useRef<HTMLDivElement>(null);
  const clear = () => onSelect(NONE);
  useShortcut('a', () => onSelect(new Set(items.map(({ id }) => id))), { withControl: true });
  useShortcut('Escape', clear, { enabled: selected.length > 0 });
  const removeAll = () => {
    clear();
    for (const item of selected) remove?.(item);
  };
  useShortcut('Delete', removeAll, { enabled: selected.length > 0 && remove !== undefined });

  const select = useEffectEvent((rect: Rect) => {
    const met = items.filter((item) => overlaps(layout.rectOf(item.id) ?? shownRect(item), rect));
    onSelect(new Set(met.map(({ id }) => id)));
  });
  useEffect(() => {
    const view = board.view.current;
    const canvas = board.canvas.current;
    if (!view || !canvas) return undefined;
    let start: { x: number; y: number } | null = null;
    const onCanvas = (event: PointerEvent) => {
      const origin = canvas.getBoundingClientRect();
      return { x: event.clientX - origin.left, y: event.clientY - origin.top };
    };
    const drawn = (event: PointerEvent): Rect => {
      const to = onCanvas(event);
      const from = start ?? to;
      return {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(from.x - to.x),
        height: Math.abs(from.y - to.y),
      };
    };
    const onDown = (event: PointerEvent) => {
      // A finger scrolls.
      if (event.button !== 0 || event.pointerType === 'touch') return;
      if (event.target !== view && event.target !== canvas) return;
      const { right, bottom } = view.getBoundingClientRect();
      const onScrollbar =
        event.clientX > right - (view.offsetWidth - view.clientWidth) ||
        event.clientY > bottom - (view.offsetHeight - view.clientHeight);
      if (onScrollbar) return;
      start = onCanvas(event);
      view.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
      if (!start || !box.current) return;
      box.current.hidden = false;
      const rect = drawn(event);
      // Both are measured from the canvas, which stands inside a padding.
      paint(box.current, { ...rect, x: rect.x + canvas.offsetLeft, y: rect.y + canvas.offsetTop });
    };
    const onUp = (event: PointerEvent) => {
      if (!start) return;
      const rect = drawn(event);
      start = null;
      if (box.current) box.current.hidden = true;
      if (event.type === 'pointercancel') return;
      if (rect.width < SLOP && rect.height < SLOP) onSelect(NONE);
      else select(rect);
    };
    // The box is drawn over texts, which are not what is meant.
    const onTextSelect = (event: Event) => start && event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    view.addEventListener('selectstart', onTextSelect, { signal });
    view.addEventListener('pointerdown', onDown, { signal });
    view.addEventListener('pointermove', onMove, { signal });
    view.addEventListener('pointerup', onUp, { signal });
    view.addEventListener('pointercancel', onUp, { signal });
    return () => listening.abort();
  }, [board, onSelect]);

  return (
    <>
      <div
        ref={box}
        hidden
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 z-1002 rounded-chip border border-accent bg-accent/10"
      />
      {selected.length > 0 && (
        <div
          role="group"
          aria-label={m.desktop_selection()}
          className="sticky bottom-0 z-1003 mx-auto flex w-fit animate-appear items-center gap-1 rounded-card border border-line bg-raised py-1 ps-4 pe-1 shadow-float"
        >
          <output className="tabular me-2 text-sm font-medium">
            {m.desktop_selected({ count: selected.length })}
          </output>
          {remove && (
            <Button variant="ghost" size="sm" onClick={removeAll}>
              <Trash2 size={15} aria-hidden />
              {m.desktop_delete()}
            </Button>
          )}
          <IconButton icon={X} label={m.desktop_selection_end()} onClick={clear} />
        </div>
      )}
    </>
  );
}
