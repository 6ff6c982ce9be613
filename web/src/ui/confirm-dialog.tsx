import { type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { useOverlay } from './overlays.tsx';

export { Dialog };

export interface Question {
  title: string;
  description: ReactNode;
  children?: ReactNode;
  confirm: string;
  /** The question stays until it is done, and after a failure. */
  act?: () => Promise<unknown>;
  finalFocus?: DialogProps['finalFocus'];
}

export function ConfirmDialog({
  title,
  description,
  children,
  confirm,
  act,
  finalFocus,
}: Question) {
  const { close } = useOverlay();
  const [pending, setPending] = useState(false);
  const press = async () => {
    if (pending) return;
    setPending(true);
    try {
      await act?.();
    } catch {
      // Whoever acts tells of it.
      return setPending(false);
    }
    close();
  };
  return (
    <Dialog
      title={title}
      description={description}
      size="sm"
      finalFocus={finalFocus}
      footer={
        <>
          <Button onClick={close}>{m.ui_cancel()}</Button>
          <Button variant="danger" pending={pending} onClick={() => void press()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
