import { type ReactNode, useCallback, useRef } from 'react';
import { m } from '../paraglide/messages.js';
import { isCode } from '../things/content.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Textarea } from '../ui/field.tsx';
import { useOverlay } from '../ui/overlays.tsx';
import { Status } from '../ui/status.tsx';
import { SEND_KEYS, sendOnKey } from './send-key.ts';

export interface TextDialogProps {
  title: string;
  description?: string;
  label: string;
  placeholder?: string;
  text: string;
  onType: (text: string) => void;
  verb: string;
  pending: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  /** What the send key does, where it is not what the button does. */
  onSendKey?: () => void;
  onLeave?: () => void;
  notice?: ReactNode;
  /** Instead of the field and its buttons. */
  instead?: ReactNode;
}

export function TextDialog(props: TextDialogProps) {
  const { text, onSubmit, onSendKey = onSubmit, onLeave, instead } = props;
  const { close } = useOverlay();
  const field = useRef<HTMLTextAreaElement>(null);
  // What is there is gone on with.
  const startAtEnd = useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element;
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  return (
    <Dialog
      onClose={() => onLeave?.()}
      title={props.title}
      description={props.description}
      size={instead ? 'xl' : 'lg'}
      initialFocus={field}
      footer={
        !instead && (
          <>
            <Button
              onClick={() => {
                onLeave?.();
                close();
              }}
            >
              {m.ui_cancel()}
            </Button>
            <Button
              variant="primary"
              pending={props.pending}
              disabled={props.disabled ?? false}
              onClick={onSubmit}
              aria-keyshortcuts={SEND_KEYS}
              data-tooltip={m.editing_send_key()}
            >
              {props.verb}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <Status>{!instead && props.notice}</Status>
        {instead || (
          <Textarea
            ref={startAtEnd}
            aria-label={props.label}
            placeholder={props.placeholder}
            value={text}
            mono={isCode(text)}
            onChange={(event) => props.onType(event.target.value)}
            onKeyDown={(event) => sendOnKey(event, onSendKey)}
            className="field-sizing-content max-h-[50dvh] min-h-40"
          />
        )}
      </div>
    </Dialog>
  );
}
