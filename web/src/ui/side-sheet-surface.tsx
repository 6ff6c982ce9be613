import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import type { SideSheetProps } from './side-sheet.tsx';

export default function SideSheetSurface({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
}: SideSheetProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-dialog border border-line bg-raised shadow-float transition-[translate] duration-200 ease-calm outline-none max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full md:inset-y-0 md:start-auto md:max-h-none md:w-96 md:rounded-none md:rounded-s-dialog md:data-ending-style:translate-x-full md:data-starting-style:translate-x-full rtl:md:data-ending-style:-translate-x-full rtl:md:data-starting-style:-translate-x-full">
          <header className="px-5 pt-5 pe-14">
            <Base.Title className="text-md font-semibold text-ink">{title}</Base.Title>
            {description && (
              <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          {footer && (
            <footer className="flex flex-col gap-2 border-t border-line p-5">{footer}</footer>
          )}
          <div className="h-[env(safe-area-inset-bottom)] shrink-0 md:hidden" />
          <Base.Close
            aria-label={m.ui_close()}
            className="absolute end-3 top-3 flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink touch:size-11"
          >
            <X size={18} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
