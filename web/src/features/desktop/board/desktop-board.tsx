import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useEffect, useId, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { DesktopBlock } from './desktop-block.tsx';
import { extent, shownRect } from './rect.ts';
import type { ItemTools } from '../items/item-tools.ts';
import type { LayoutStore } from './layout-store.ts';
import type { Board } from './use-block-handles.ts';

/** Room below and beside the last block, to put something there. */
const ROOM = { x: 24, y: 96 };

export interface DesktopBoardProps {
  items: readonly DesktopItem[];
  layout: LayoutStore;
  tools: ItemTools;
  /** Where a drop is measured from. */
  canvas: RefObject<HTMLUListElement | null>;
  /** Leaves room for what stands below. */
  compact: boolean;
}

/** The blocks where they were put. */
export function DesktopBoard({ items, layout, tools, canvas, compact }: DesktopBoardProps) {
  const hint = useId();
  const view = useRef<HTMLDivElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // Its size follows blocks that are on their way to the server.
  useSyncExternalStore(layout.subscribe, layout.version);
  useEffect(() => layout.keepOnly(new Set(items.map(({ id }) => id))), [items, layout]);
  const board = useMemo<Board>(
    () => ({
      view,
      canvas,
      // Written directly: a render for each press of a key is not worth it.
      announce: (text) => status.current && (status.current.textContent = text),
    }),
    [canvas],
  );
  const needed = extent(items.map((item) => layout.rectOf(item.id) ?? shownRect(item)));
  return (
    <div
      ref={view}
      className={classNames(
        'relative min-h-96 flex-1 overflow-auto overscroll-contain rounded-dialog border border-line bg-sunken bg-[radial-gradient(var(--color-line)_1px,transparent_1px)] bg-size-[24px_24px] bg-local p-4',
        compact ? 'md:max-h-[55dvh]' : 'md:max-h-[calc(100dvh-9rem)]',
      )}
    >
      <p id={hint} hidden>
        {m.desktop_keys_hint()}
      </p>
      <p ref={status} role="status" className="sr-only" />
      <ul
        ref={canvas}
        aria-label={m.desktop_blocks()}
        className="relative min-h-full min-w-full"
        style={{ width: needed.width + ROOM.x, height: needed.height + ROOM.y }}
      >
        {items.map((item) => (
          <DesktopBlock
            key={item.id}
            item={item}
            layout={layout}
            board={board}
            tools={tools}
            hintId={hint}
          />
        ))}
      </ul>
    </div>
  );
}
