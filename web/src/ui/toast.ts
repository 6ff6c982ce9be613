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
