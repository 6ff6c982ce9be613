import { MAX_DESKTOP_ITEMS } from '@clipline/contract/limits.ts';
import { GripVertical, MoveDiagonal2 } from 'lucide-react';
import {
  memo,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { ItemActions } from '../items/item-actions.tsx';
import { ItemBody } from '../items/item-body.tsx';
import type { ItemTools } from '../items/item-tools.ts';
import type { LayoutStore } from './layout-store.ts';
import { Marquee, NONE } from './marquee.tsx';
import { extent, shownRect } from './rect.ts';
import { type Board, useBlockHandles } from './use-block-handles.ts';
import type { Block } from '../../../things/content.ts';
import { shortTitle } from '../../../things/secret.tsx';

interface DesktopBlockProps {
  item: Block;
  layout: LayoutStore;
  board: Board;
  tools: ItemTools;
  hintId: string;
  height: number;
  added: boolean;
  selected: boolean;
  fixed: boolean;
}

/** Only here is touch taken from scrolling. */
const HANDLE =
  'touch-none text-muted transition-colors duration-150 hover:text-ink focus-visible:text-ink';

const DesktopBlock = memo(function DesktopBlock({
  item,
  layout,
  board,
  tools,
  hintId,
  height,
  added,
  selected,
  fixed,
}: DesktopBlockProps) {
  const label = useId();
  const block = useRef<HTMLLIElement>(null);
  const local = useSyncExternalStore(layout.subscribe, () => layout.rectOf(item.id));
  const rect = local ?? shownRect(item);
  const { move, resize } = useBlockHandles({ id: item.id, rect, block, board, layout });
  const name = shortTitle(item, 40);
  useEffect(() => {
    if (added) block.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [added]);
  return (
    <li
      ref={block}
      aria-labelledby={label}
      style={{
        transform: `translate(${rect.x}px, ${rect.y}px)`,
        width: rect.width,
        height: rect.height,
        // What is being moved lies on top at once, not when it is saved.
        zIndex: local ? MAX_DESKTOP_ITEMS : height,
      }}
      data-block={item.id}
      data-added={added || undefined}
      data-selected={selected || undefined}
      className="absolute top-0 left-0 flex scroll-m-4 flex-col rounded-card border border-line bg-surface shadow-card contain-layout focus-within:z-1000! hover:border-line-strong/60 data-added:animate-pulse-once data-added:border-accent data-dragging:z-1001! data-dragging:border-accent data-dragging:shadow-float data-selected:border-accent data-selected:bg-accent-soft"
    >
      {fixed ? (
        <span className="h-3 shrink-0" />
      ) : (
        <button
          {...move}
          data-grid-item
          type="button"
          aria-label={m.desktop_move({ name })}
          aria-describedby={hintId}
          className={`flex h-7 shrink-0 cursor-grab items-center justify-center rounded-t-card active:cursor-grabbing touch:h-9 ${HANDLE}`}
        >
          <GripVertical size={16} aria-hidden className="rotate-90" />
        </button>
      )}
      <ItemBody item={item} tools={tools} labelId={label} className="min-h-0 flex-1 px-3" />
      <div className="flex shrink-0 items-end justify-between p-1 pe-0">
        <ItemActions item={item} tools={tools} />
        {!fixed && (
          <button
            {...resize}
            type="button"
            aria-label={m.desktop_resize({ name })}
            aria-describedby={hintId}
            className={`flex size-7 shrink-0 cursor-nwse-resize items-center justify-center rounded-control touch:size-9 ${HANDLE}`}
          >
            <MoveDiagonal2 size={15} aria-hidden />
          </button>
        )}
      </div>
    </li>
  );
});

/** Room below and beside the last block, to put something there. */
const ROOM = { x: 24, y: 96 };

export interface DesktopBoardProps {
  items: readonly Block[];
  layout: LayoutStore;
  tools: ItemTools;
  canvas: RefObject<HTMLUListElement | null>;
  compact: boolean;
  added?: string | null;
  label?: string;
  /** Others look at the layout and leave it. */
  fixed?: boolean;
}

export function DesktopBoard({
  items,
  layout,
  tools,
  canvas,
  compact,
  added = null,
  label = m.desktop_blocks(),
  fixed = false,
}: DesktopBoardProps) {
  const hint = useId();
  const view = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // Its size follows blocks that are on their way to the server.
  useSyncExternalStore(layout.subscribe, layout.version);
  useEffect(() => layout.keepOnly(new Set(items.map(({ id }) => id))), [items, layout]);
  const [chosen, setChosen] = useState(NONE);
  const selected = items.filter(({ id }) => chosen.has(id));
  const latest = useRef<readonly Block[]>(selected);
  useLayoutEffect(() => {
    latest.current = selected;
  });
  const board = useMemo<Board>(
    () => ({
      view,
      canvas,
      // Written directly: a render for each press of a key is not worth it.
      announce: (text) => status.current && (status.current.textContent = text),
      selected: latest,
    }),
    [canvas],
  );
  const shown = useSteadyOrder(items);
  const { leaving } = useGridFocus(
    shown.map(({ id }) => id),
    { given: canvas },
  );
  const blockTools = useMemo<ItemTools>(() => {
    const { remove } = tools;
    if (!remove) return tools;
    return {
      ...tools,
      remove(item) {
        leaving(item.id);
        remove(item);
      },
    };
  }, [tools, leaving]);
  const heights = new Map(items.map(({ id }, index) => [id, index]));
  const needed = extent(items.map((item) => layout.rectOf(item.id) ?? shownRect(item)));
  return (
    <div
      ref={view}
      className={classNames(
        'relative isolate min-h-96 flex-1 overflow-auto overscroll-contain rounded-dialog border border-line bg-sunken bg-[radial-gradient(var(--color-line)_1px,transparent_1px)] bg-size-[24px_24px] bg-local p-4',
        compact ? 'md:max-h-[55dvh]' : 'md:max-h-[calc(100dvh-9rem)]',
      )}
    >
      <p id={hint} hidden>
        {m.desktop_keys_hint()}
      </p>
      <p ref={status} role="status" className="sr-only" />
      <ul
        ref={canvas}
        aria-label={label}
        className="relative min-h-full min-w-full"
        style={{ width: needed.width + ROOM.x, height: needed.height + ROOM.y }}
      >
        {shown.map((item) => (
          <DesktopBlock
            key={item.id}
            item={item}
            layout={layout}
            board={board}
            tools={blockTools}
            hintId={hint}
            height={heights.get(item.id) ?? 0}
            added={item.id === added}
            selected={chosen.has(item.id)}
            fixed={fixed}
          />
        ))}
      </ul>
      {!fixed && (
        <Marquee
          items={items}
          selected={selected}
          onSelect={setChosen}
          layout={layout}
          board={board}
          remove={blockTools.remove}
        />
      )}
    </div>
  );
}

/**
 * The items in the order in which they came: one that is raised keeps its order in the document,
 * and with it the focus of the hand that moves it.
 */
function useSteadyOrder(items: readonly Block[]): readonly Block[] {
  const [order, setOrder] = useState<readonly string[]>(() => items.map(({ id }) => id));
  const byId = new Map(items.map((item) => [item.id, item]));
  const known = new Set(order);
  const next = [
    ...order.filter((id) => byId.has(id)),
    ...items.filter(({ id }) => !known.has(id)).map(({ id }) => id),
  ];
  if (next.length !== order.length || next.some((id, index) => id !== order[index])) setOrder(next);
  return next.map((id) => byId.get(id)!);
}
