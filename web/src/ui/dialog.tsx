import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { useOverlay } from './overlays.tsx';

export interface DialogProps {
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** A band at the end, with what leads elsewhere. */
  foot?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'share' | 'xl' | 'side';
  initialFocus?: RefObject<HTMLElement | null>;
  /** True, and otherwise: what it was opened from. */
  finalFocus?: (() => HTMLElement | true) | undefined;
  /** What it shows is lost with it: it is closed by its own button alone. */
  stays?: boolean;
}

const CENTRED =
  'md:max-h-full md:rounded-dialog md:data-ending-style:scale-98 md:data-ending-style:opacity-0 md:data-starting-style:scale-98 md:data-starting-style:opacity-0';
const SIZES = {
  sm: `${CENTRED} md:max-w-100`,
  md: `${CENTRED} md:max-w-112`,
  lg: `${CENTRED} md:max-w-160`,
  share: `${CENTRED} md:max-w-166`,
  xl: `${CENTRED} md:max-w-240`,
  side: 'md:h-full md:max-h-none md:w-96 md:rounded-none md:rounded-s-dialog md:data-ending-style:translate-x-full md:data-starting-style:translate-x-full',
};

export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  foot,
  size = 'md',
  initialFocus,
  finalFocus,
  stays = false,
}: DialogProps) {
  const side = size === 'side';
  const { open, close, closed, focusOpener, above } = useOverlay();
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (next || stays) return;
        onClose?.();
        close();
      }}
      onOpenChangeComplete={(isOpen) => isOpen || closed()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport
          className={classNames(
            'fixed inset-0 z-50 flex items-end overflow-y-auto overscroll-contain',
            side ? 'justify-end overflow-x-hidden' : 'justify-center md:items-center md:p-6',
          )}
        >
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            finalFocus={() => {
              const given = finalFocus?.() ?? true;
              return given === true ? focusOpener() : given;
            }}
            className={classNames(
              'relative flex max-h-[92dvh] w-full flex-col rounded-t-dialog border border-line bg-raised shadow-float outline-none',
              'transition-[opacity,translate,scale] duration-200 ease-calm',
              'max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full',
              SIZES[size],
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
              <footer
                className={classNames(
                  'flex gap-2 px-5 pb-5 md:px-6 md:pb-6',
                  side
                    ? 'flex-col border-t border-line pt-5'
                    : 'flex-col-reverse md:flex-row md:justify-end',
                )}
              >
                {footer}
              </footer>
            )}
            {foot && (
              <footer className="flex min-h-13 shrink-0 flex-wrap items-center justify-between gap-x-3 border-t border-line bg-sunken px-5 py-1.5 md:rounded-b-dialog md:px-6 dark:bg-transparent">
                {foot}
              </footer>
            )}
            <div className="h-[env(safe-area-inset-bottom)] shrink-0 md:hidden" />
            {!stays && (
              <Base.Close
                aria-label={m.ui_close()}
                className="absolute end-3 top-3 flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink touch:size-11"
              >
                <X size={18} aria-hidden />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
      {above}
    </Base.Root>
  );
}

export interface FormDialogProps
  extends
    Omit<DialogProps, 'footer'>,
    Pick<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'noValidate'> {
  submit: string;
  pending: boolean;
  danger?: boolean;
  /** Of the whole, where no field is to blame. */
  failure?: string | undefined;
}

export function FormDialog({
  submit,
  pending,
  danger = false,
  failure,
  onSubmit,
  onInput,
  noValidate,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  const { close } = useOverlay();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={close}>{m.ui_cancel()}</Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-5"
        noValidate={noValidate}
        onInput={onInput}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.(event);
        }}
      >
        {children}
        {failure && (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
