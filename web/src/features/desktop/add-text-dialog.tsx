import { type SyntheticEvent, useRef } from 'react';
import { SEND_KEYS, sendOnKey } from '../../editing/send-key.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { OWN } from './desktop.api.ts';
import { useAddText } from './use-adding.ts';

export function AddTextDialog({ onAdded }: { onAdded: (itemId: string) => void }) {
  const { close } = useOverlay();
  const { composer } = useAddText(OWN, onAdded);
  const field = useRef<HTMLTextAreaElement>(null);
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (await composer.send()) close();
    else field.current?.focus();
  };
  return (
    <Dialog
      title={m.desktop_add_title()}
      description={m.desktop_add_description()}
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>{m.ui_cancel()}</Button>
          <Button
            variant="primary"
            pending={composer.sending}
            onClick={() => void submit()}
            aria-keyshortcuts={SEND_KEYS}
            data-tooltip={m.desktop_add_key()}
          >
            {composer.sending ? m.desktop_adding() : m.desktop_add()}
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
          value={composer.text}
          onChange={(event) => composer.type(event.target.value)}
          onKeyDown={(event) => sendOnKey(event, () => void submit())}
          className="max-h-[50dvh]"
        />
      </form>
    </Dialog>
  );
}
