import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { GripVertical, MoveDiagonal2 } from 'lucide-react';
import { MAX_DESKTOP_ITEMS } from '@clipline/contract/limits.ts';
import { memo, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { excerpt } from '../../../lib/excerpt.ts';
import { m } from '../../../paraglide/messages.js';
import { shownRect } from './rect.ts';
import { ItemActions } from '../items/item-actions.tsx';
import { ItemBody } from '../items/item-body.tsx';
import type { ItemTools } from '../items/item-tools.ts';
import type { LayoutStore } from './layout-store.ts';
import { useBlockHandles, type Board } from './use-block-handles.ts';

export interface DesktopBlockProps {
  item: DesktopItem;
  layout: LayoutStore;
  board: Board;
  tools: ItemTools;
  /** Describes how the handles are used with keys. */
  hintId: string;
  /** How many lie under it. */
  height: number;
  /** It was just added here. */
  added: boolean;
  /** Others look at the layout and leave it. */
  fixed: boolean;
}

/** Only here is touch taken from scrolling. */
const HANDLE =
  'touch-none text-muted transition-colors duration-150 hover:text-ink focus-visible:text-ink';

export const DesktopBlock = memo(function DesktopBlock({
  item,
  layout,
  board,
  tools,
  hintId,
  height,
  added,
  fixed,
}: DesktopBlockProps) {
  const label = useId();
  const block = useRef<HTMLLIElement>(null);
  const local = useSyncExternalStore(layout.subscribe, () => layout.rectOf(item.id));
  const rect = local ?? shownRect(item);
  const { move, resize } = useBlockHandles({ id: item.id, rect, block, board, layout });
  const name = excerpt(
    item.type === 'file' ? (item.file_name ?? m.desktop_file_unnamed()) : item.content,
    40,
  );
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
