import { m } from '../paraglide/messages.js';
import { ToastQueue, type ToastOptions } from './toast-queue.ts';

export const toastQueue = new ToastQueue();

type More = Omit<ToastOptions, 'title' | 'description' | 'variant'>;

/** `toast.success('Link copied')`, `toast.error('Error', 'What to do', { duration: 4000 })`. */
export const toast = {
  success: (title: string, description?: string, more: More = {}) =>
    toastQueue.show({ ...more, title, description }),
  error: (title: string, description?: string, more: More = {}) =>
    toastQueue.show({ ...more, title, description, variant: 'destructive' }),
  dismiss: (id?: number) => toastQueue.dismiss(id),
  clear: () => toastQueue.clear(),
};

/** The way back from what a toast tells of, where there is one. */
export const undoable = (undo: (() => void) | undefined): More =>
  undo ? { action: { label: m.ui_undo(), onPress: undo } } : {};
