import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import type { Block } from '../../../things/content.ts';
import type { LayoutStore } from './layout-store.ts';
import { type Bounds, moved, type Rect, resized, sameRect, shownRect, SNAP } from './rect.ts';

const COARSE = 8 * SNAP;
/** This near to the edge of the board it scrolls along. */
const EDGE = 36;
const SCROLL_STEP = 10;

export interface Board {
  readonly view: RefObject<HTMLElement | null>;
  readonly canvas: RefObject<HTMLElement | null>;
  readonly announce: (text: string) => void;
  /** What is selected comes along with each of its blocks. */
  readonly selected: RefObject<readonly Block[]>;
}

type Change = (rect: Rect, dx: number, dy: number, bounds: Bounds) => Rect;

interface Drag {
  readonly pointerId: number;
  readonly change: Change;
  readonly start: Rect;
  readonly bounds: Bounds;
  readonly from: { readonly x: number; readonly y: number };
  pointer: { x: number; y: number };
  now: Rect;
  ticker: number;
  readonly listening: AbortController;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function stop({ ticker, listening }: Drag): void {
  cancelAnimationFrame(ticker);
  listening.abort();
}

/** -1, 0 or 1: where the view scrolls when the pointer is at `at`. */
const pull = (at: number, low: number, high: number): number =>
  at < low + EDGE ? -1 : at > high - EDGE ? 1 : 0;

export function paint(element: HTMLElement, { x, y, width, height }: Rect): void {
  element.style.transform = `translate(${x}px, ${y}px)`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

/**
 * Moves and resizes one block by mouse, finger, pen and keyboard. While a pointer is down the block
 * is painted directly: React renders once when it is picked up and once when it is put down.
 */
export function useBlockHandles(options: {
  id: string;
  rect: Rect;
  block: RefObject<HTMLElement | null>;
  board: Board;
  layout: LayoutStore;
}) {
  const { id, rect, block, board, layout } = options;
  const drag = useRef<Drag | null>(null);
  useEffect(() => () => void (drag.current && stop(drag.current)), []);

  const boundsNow = (): Bounds => ({
    width: board.canvas.current?.clientWidth ?? 0,
    height: board.canvas.current?.clientHeight ?? 0,
  });
  const onCanvas = ({ x, y }: { x: number; y: number }) => {
    const origin = board.canvas.current?.getBoundingClientRect();
    return { x: x - (origin?.left ?? 0), y: y - (origin?.top ?? 0) };
  };

  function follow(current: Drag): void {
    const at = onCanvas(current.pointer);
    const next = current.change(
      current.start,
      at.x - current.from.x,
      at.y - current.from.y,
      current.bounds,
    );
    if (sameRect(next, current.now) || !block.current) return;
    current.now = next;
    paint(block.current, next);
    shiftGroup(current.start, next, false);
  }

  function shiftGroup(from: Rect, to: Rect, forGood: boolean): void {
    const group = board.selected.current;
    if (from.width !== to.width || from.height !== to.height) return;
    if (!group.some((each) => each.id === id)) return;
    const bounds = boundsNow();
    for (const item of group) {
      if (item.id === id) continue;
      const before = layout.rectOf(item.id) ?? shownRect(item);
      const next = moved(before, to.x - from.x, to.y - from.y, bounds);
      if (forGood) layout.settle(item.id, next);
      const element = board.canvas.current?.querySelector<HTMLElement>(
        `[data-block="${CSS.escape(item.id)}"]`,
      );
      if (element) paint(element, next);
    }
  }

  function tick(): void {
    const current = drag.current;
    const view = board.view.current;
    if (!current || !view) return;
    const edge = view.getBoundingClientRect();
    const dx = pull(current.pointer.x, edge.left, edge.right);
    const dy = pull(current.pointer.y, Math.max(0, edge.top), Math.min(innerHeight, edge.bottom));
    if (dx !== 0 || dy !== 0) {
      view.scrollBy(dx * SCROLL_STEP, dy * SCROLL_STEP);
      follow(current);
    }
    current.ticker = requestAnimationFrame(tick);
  }

  function end(keep: boolean): void {
    const current = drag.current;
    if (!current) return;
    drag.current = null;
    stop(current);
    block.current?.removeAttribute('data-dragging');
    const kept = keep && !sameRect(current.now, current.start);
    shiftGroup(current.start, kept ? current.now : current.start, kept);
    if (kept) return layout.settle(id, current.now);
    if (block.current) paint(block.current, current.start);
    layout.release(id);
  }

  function putBackByEscape(signal: AbortSignal): void {
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end(false);
      },
      // Not every browser gives focus to what is pressed.
      { capture: true, signal },
    );
  }

  function handle(change: Change, describe: (rect: Rect) => string) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || drag.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const pointer = { x: event.clientX, y: event.clientY };
        layout.hold(id, rect);
        block.current?.setAttribute('data-dragging', '');
        const listening = new AbortController();
        putBackByEscape(listening.signal);
        drag.current = {
          pointerId: event.pointerId,
          change,
          start: rect,
          bounds: boundsNow(),
          from: onCanvas(pointer),
          pointer,
          now: rect,
          ticker: requestAnimationFrame(tick),
          listening,
        };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (drag.current?.pointerId !== event.pointerId) return;
        drag.current.pointer = { x: event.clientX, y: event.clientY };
        follow(drag.current);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (drag.current?.pointerId === event.pointerId) end(true);
      },
      onPointerCancel: () => end(false),
      // After a regular end there is nothing left to restore.
      onLostPointerCapture: () => end(false),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const arrow = ARROWS[event.key];
        if (!arrow || drag.current || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const step = event.shiftKey ? COARSE : SNAP;
        const next = change(rect, arrow[0] * step, arrow[1] * step, boundsNow());
        if (!sameRect(next, rect)) {
          shiftGroup(rect, next, true);
          layout.settle(id, next);
        }
        board.announce(describe(next));
      },
    };
  }

  return {
    move: handle(moved, ({ x, y }) => m.desktop_moved_to({ x, y })),
    resize: handle(resized, ({ width, height }) => m.desktop_resized_to({ width, height })),
  };
}
