import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEventHandler, type ReactNode, useRef } from 'react';
import { useOverlay } from './overlays.tsx';

export interface FullScreenDialogProps {
  title: ReactNode;
  /** Beside the title. */
  facts: ReactNode;
  actions: ReactNode;
  children: ReactNode;
  onKeyDown: KeyboardEventHandler;
}

/** Dark in both themes: a picture is looked at, not the page around it. */
export function FullScreenDialog(props: FullScreenDialogProps) {
  const { title, facts, actions, children, onKeyDown } = props;
  const { open, close, closed, focusOpener, above } = useOverlay();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => next || close()}
      onOpenChangeComplete={(isOpen) => isOpen || closed()}
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          data-theme="dark"
          initialFocus={popup}
          finalFocus={focusOpener}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col bg-canvas text-body outline-none transition-opacity duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <header className="flex h-14 shrink-0 items-center gap-1 ps-5 pe-3 max-md:ps-4">
            <div
              aria-live="polite"
              className="flex min-w-0 flex-1 gap-x-2 max-md:flex-col md:items-baseline"
            >
              <Base.Title className="truncate text-sm font-medium text-ink">{title}</Base.Title>
              <p className="tabular shrink-0 text-xs text-muted">{facts}</p>
            </div>
            {actions}
          </header>
          {children}
          <div className="h-[env(safe-area-inset-bottom)] shrink-0" />
        </Base.Popup>
      </Base.Portal>
      {above}
    </Base.Root>
  );
}
