import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { useOverlay } from './overlays.tsx';

/** What can be done with a thing. */
export interface Action {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  readonly danger?: true;
}

export interface ActionsMenuProps {
  actions: readonly Action[];
  anchor: Element;
}

export function ActionsMenu({ actions, anchor }: ActionsMenuProps) {
  const { open, close, closed, focusOpener } = useOverlay();
  const chosen = useRef<Action>(undefined);
  return (
    <Menu.Root
      open={open}
      onOpenChange={(next) => next || close()}
      // Focus is back on the opener before anything is done.
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        closed();
        chosen.current?.run();
      }}
    >
      <Menu.Portal
        container={
          anchor.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('content')
        }
      >
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="z-30">
          <Menu.Popup
            finalFocus={focusOpener}
            className="min-w-56 rounded-card border border-line bg-raised p-1.5 shadow-float outline-none"
          >
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                onClick={() => {
                  chosen.current = action;
                }}
                className={classNames(
                  'flex h-9 w-full cursor-default items-center gap-3 rounded-chip px-2.5 text-start text-sm font-medium outline-none select-none data-highlighted:bg-hover touch:h-11',
                  action.danger ? 'border-t border-line text-danger' : 'text-ink',
                )}
              >
                <action.icon size={16} aria-hidden />
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
