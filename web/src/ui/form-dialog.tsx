import { useId, type SyntheticEvent } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { useOverlay } from './overlays.tsx';

export interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  /** The verb on the button that sends the form. */
  submit: string;
  pending: boolean;
  danger?: boolean;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => unknown;
  onInput?: (event: SyntheticEvent<HTMLFormElement>) => void;
  noValidate?: boolean;
}

/** A few fields and a button; Enter in a field sends them too. */
export function FormDialog({
  submit,
  pending,
  danger = false,
  onSubmit,
  onInput,
  noValidate = false,
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
          void onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
