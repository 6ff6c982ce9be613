import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import type { MenuSurfaceProps } from './menu.tsx';

export default function MenuSurface({ label, items, anchor, open, onOpenChange, focusFirst }: MenuSurfaceProps) {
  const popup = useRef<HTMLDivElement>(null);
  // Without a trigger of its own the library cannot tell how it was opened, and gives focus to the list, a few frames later.
  useEffect(() => {
    if (!open || !focusFirst) return;
    let frames = 30;
    let frame = requestAnimationFrame(function look() {
      if (document.activeElement === popup.current) {
        popup.current?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus();
      } else if (frames-- > 0) frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [open, focusFirst]);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      {/* Inside main, where every part of a page belongs to a landmark. */}
      <Base.Portal container={document.querySelector<HTMLElement>('main') ?? document.body}>
        <Base.Positioner anchor={anchor} side="bottom" align="end" sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={anchor}
            className="min-w-44 origin-(--transform-origin) rounded-card border border-line bg-raised p-1.5 shadow-float transition-[opacity,scale] duration-150 ease-calm outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            {items.map(({ label: text, icon: Icon, onSelect, danger, disabled }) => (
              <Base.Item
                key={text}
                disabled={disabled ?? false}
                onClick={onSelect}
                className={classNames(
                  'flex h-9 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-sm outline-none select-none touch:h-11',
                  'data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover',
                  danger ? 'text-danger' : 'text-ink',
                )}
              >
                {Icon && <Icon size={16} aria-hidden />}
                {text}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
