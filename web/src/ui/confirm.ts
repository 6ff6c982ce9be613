import type { Question } from './confirm-dialog.tsx';
import type { DialogProps } from './dialog.tsx';
import { dialogs } from './overlays.tsx';

const open = dialogs(() => import('./confirm-dialog.tsx'));

/** Whether it was confirmed, and done. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    let acting: Promise<unknown> | undefined;
    const act = async () => {
      await (acting = question.act?.());
      resolve(true);
    };
    // Closed meanwhile, it tells when it is done.
    open('ConfirmDialog', { ...question, act }, () => {
      if (acting) acting.catch(() => resolve(false));
      else resolve(false);
    });
  });
}

export const openDialog = (dialog: DialogProps): void => open('Dialog', dialog);
