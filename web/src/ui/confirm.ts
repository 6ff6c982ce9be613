import type { Question } from './confirm-dialog.tsx';
import type { DialogProps } from './dialog.tsx';
import { dialogs } from './overlays.tsx';

const open = dialogs(() => import('./confirm-dialog.tsx'));

/** Asks before something that cannot be undone; whether it was confirmed, and done. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const onConfirmed = () => resolve(true);
    open('ConfirmDialog', { ...question, onConfirmed }, () => resolve(false));
  });
}

export const openDialog = (dialog: DialogProps): void => open('Dialog', dialog);
