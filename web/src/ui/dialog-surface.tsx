import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';

const WIDTHS = { sm: 'md:max-w-100', md: 'md:max-w-112', lg: 'md:max-w-160', xl: 'md:max-w-240' };

export default function DialogSurface({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  initialFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center overflow-y-auto overscroll-contain md:items-center md:p-6">
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            className={classNames(
              'relative flex max-h-[92dvh] w-full flex-col rounded-t-dialog border border-line bg-raised shadow-float outline-none md:max-h-full md:rounded-dialog',
              'transition-[opacity,translate,scale] duration-200 ease-calm',
              'max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full',
              'md:data-ending-style:scale-98 md:data-ending-style:opacity-0 md:data-starting-style:scale-98 md:data-starting-style:opacity-0',
              WIDTHS[size],
            )}
          >
            <header className="px-5 pt-5 pe-14 md:px-6 md:pt-6">
              <Base.Title className="text-md font-semibold text-ink">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-sm text-muted">
                  {description}
                </Base.Description>
              )}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 md:px-6">{children}</div>
            {footer && (
              <footer className="flex flex-col-reverse gap-2 px-5 pb-5 md:flex-row md:justify-end md:px-6 md:pb-6">
                {footer}
              </footer>
            )}
            <div className="h-[env(safe-area-inset-bottom)] shrink-0 md:hidden" />
            <Base.Close
              aria-label={m.ui_close()}
              className="absolute end-3 top-3 flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink touch:size-11"
            >
              <X size={18} aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
