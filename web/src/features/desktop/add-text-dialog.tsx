import { useRef, type SyntheticEvent } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { TextAdder } from './use-add-text.ts';

export interface AddTextDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  adder: TextAdder;
}

export function AddTextDialog({ open, onOpenChange, adder }: AddTextDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (await adder.add()) onOpenChange(false);
    else field.current?.focus();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.desktop_add_title()}
      description={m.desktop_add_description()}
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{m.desktop_cancel()}</Button>
          <Button
            variant="primary"
            pending={adder.adding}
            onClick={() => void submit()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            data-tooltip={m.desktop_add_key()}
          >
            {adder.adding ? m.desktop_adding() : m.desktop_add()}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Textarea
          ref={field}
          aria-label={m.desktop_text()}
          placeholder={m.desktop_add_placeholder()}
          rows={6}
          value={adder.text}
          onChange={(event) => adder.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat)
              void submit(event);
          }}
          className="max-h-[50dvh]"
        />
      </form>
    </Dialog>
  );
}
