import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names.ts';

export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export interface MenuProps {
  /** Accessible name and tooltip of the button. */
  label: string;
  icon: LucideIcon;
  items: readonly MenuItem[];
  /** Shown beside the icon; without it the button is an icon. */
  children?: ReactNode;
  className?: string;
}

export interface MenuSurfaceProps {
  label: string;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  focusFirst: boolean;
}

const load = () => import('./menu-surface.tsx');
const Surface = lazy(load);

/** A button with a list of actions. The list's code loads when the pointer or focus comes near. */
export function Menu({ label, icon: Icon, items, children, className }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [byKey, setByKey] = useState(false);
  const preload = () => void load().catch(() => undefined);
  const show = (pressedKey: boolean) => {
    setByKey(pressedKey);
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        data-tooltip={open || children ? undefined : label}
        onPointerEnter={preload}
        onFocus={preload}
        // A press of Enter is a click without a pointer.
        onClick={(event) => show(event.detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show(true);
        }}
        className={classNames(
          'inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-2 rounded-control text-sm font-medium text-muted transition-colors duration-150',
          'hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink touch:h-11 touch:min-w-11',
          className,
        )}
      >
        <Icon size={18} aria-hidden />
        {children}
      </button>
      {used && (
        <Suspense fallback={null}>
          <Surface label={label} items={items} anchor={button} open={open} onOpenChange={setOpen} focusFirst={byKey} />
        </Suspense>
      )}
    </>
  );
}
