import { useRef, type SyntheticEvent } from 'react';
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
      title="Add to Desktop"
      description="A text for this desktop and everybody who sees it."
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            pending={adder.adding}
            onClick={() => void submit()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            data-tooltip="Ctrl+Enter"
          >
            {adder.adding ? 'Adding...' : 'Add Text'}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Textarea
          ref={field}
          aria-label="Text"
          placeholder="Type or paste your text here"
          rows={6}
          value={adder.text}
          onChange={(event) => adder.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) void submit(event);
          }}
          className="max-h-[50dvh]"
        />
      </form>
    </Dialog>
  );
}
