import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand/react';
import { useHydrated } from '../lib/browser.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';
import { type Toast, toastQueue } from './toast.ts';

/**
 * On `body` itself an open dialog neither hides it from readers nor takes a press on it for one
 * outside.
 */
export function Toaster() {
  const toast = useStore(toastQueue.shown);
  // A prerendered page has no body to hang on.
  const mounted = useHydrated();
  if (!mounted) return null;
  const urgent = toast?.variant === 'destructive';
  return createPortal(
    <section
      aria-label={m.ui_notifications()}
      data-toaster
      className="pointer-events-none fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-60 md:start-auto md:w-92"
    >
      {/* Both regions stand before their text comes, or it would not be read out. */}
      <div role="status" aria-live="polite">
        {toast && !urgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
      <div role="alert" aria-live="assertive">
        {toast && urgent && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </section>,
    document.body,
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, description, variant, action, also, open } = toast;
  const Icon = variant === 'destructive' ? CircleAlert : CircleCheck;
  const close = () => toastQueue.dismiss(id);
  // A reason takes lines; beside it the action would leave it a narrow column.
  const under = variant === 'destructive' && description !== undefined;
  const actions = action && (
    <div className={classNames('flex shrink-0 flex-wrap', (under || also) && '-ms-2.5 -mb-1')}>
      {[action, ...(also ?? [])].map(({ label, onPress }) => (
        <button
          key={label}
          type="button"
          className="h-9 shrink-0 rounded-control px-2.5 text-sm font-medium text-accent hover:bg-hover touch:h-11"
          onClick={() => {
            close();
            onPress();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
  return (
    <div
      data-toast={variant}
      inert={!open}
      onPointerEnter={() => toastQueue.pause()}
      onPointerLeave={() => toastQueue.resume()}
      onFocus={() => toastQueue.pause()}
      onBlur={() => toastQueue.resume()}
      className={classNames(
        'flex items-start gap-3 rounded-card border bg-raised p-3 ps-4 shadow-float',
        'transition-[opacity,translate,visibility] duration-300 ease-calm starting:translate-y-3 starting:opacity-0',
        variant === 'destructive' ? 'border-danger' : 'border-line',
        open ? 'pointer-events-auto' : 'invisible translate-y-2 opacity-0',
      )}
    >
      <Icon
        size={18}
        aria-hidden
        className={classNames(
          'mt-2.5 shrink-0',
          variant === 'destructive' ? 'text-danger' : 'text-accent',
        )}
      />
      <div className="min-w-0 flex-1 py-2">
        <p
          className={classNames(
            'text-sm font-medium',
            variant === 'destructive' ? 'text-danger' : 'text-ink',
          )}
        >
          {title}
        </p>
        {description && <p className="text-sm text-muted">{description}</p>}
        {(under || also) && actions}
      </div>
      {!under && !also && actions}
      <button
        type="button"
        aria-label={m.ui_close()}
        className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink touch:size-11"
        onClick={close}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
