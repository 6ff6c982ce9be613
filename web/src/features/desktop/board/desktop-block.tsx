import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { GripVertical, MoveDiagonal2 } from 'lucide-react';
import { memo, useId, useRef, useSyncExternalStore } from 'react';
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
  return (
    <li
      ref={block}
      aria-labelledby={label}
      style={{
        transform: `translate(${rect.x}px, ${rect.y}px)`,
        width: rect.width,
        height: rect.height,
      }}
      className="absolute top-0 left-0 flex flex-col rounded-card border border-line bg-surface shadow-card contain-layout focus-within:z-10 hover:border-line-strong/60 data-dragging:z-20 data-dragging:border-accent data-dragging:shadow-float"
    >
      <button
        {...move}
        type="button"
        aria-label={m.desktop_move({ name })}
        aria-describedby={hintId}
        className={`flex h-7 shrink-0 cursor-grab items-center justify-center rounded-t-card active:cursor-grabbing touch:h-9 ${HANDLE}`}
      >
        <GripVertical size={16} aria-hidden className="rotate-90" />
      </button>
      <ItemBody item={item} tools={tools} labelId={label} className="min-h-0 flex-1 px-3" />
      <div className="flex shrink-0 items-end justify-between p-1 pe-0">
        <ItemActions item={item} tools={tools} />
        <button
          {...resize}
          type="button"
          aria-label={m.desktop_resize({ name })}
          aria-describedby={hintId}
          className={`flex size-7 shrink-0 cursor-nwse-resize items-center justify-center rounded-control touch:size-9 ${HANDLE}`}
        >
          <MoveDiagonal2 size={15} aria-hidden />
        </button>
      </div>
    </li>
  );
});
