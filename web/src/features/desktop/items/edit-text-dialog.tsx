import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { EditorConflict } from '../../../editing/editor-conflict.tsx';
import type { Saved } from '../../../editing/editor-state.ts';
import { caretAtEnd, SEND_KEYS, sendOnKey } from '../../../editing/send-key.ts';
import { UnsavedNotice } from '../../../editing/unsaved-notice.tsx';
import { useTextEditor } from '../../../editing/use-text-editor.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Textarea } from '../../../ui/field.tsx';
import { GoneDialog, useOverlay } from '../../../ui/overlays.tsx';
import { toast } from '../../../ui/toast.ts';
import { OWN, readOwn, saveItemText, useDesktop } from '../desktop.api.ts';
import { type Block, isCode } from '../../../things/content.ts';

const savedOf = ({ content, version }: Pick<Block, 'content' | 'version'>): Saved => ({
  content,
  version,
});

export function EditTextDialog({ id }: { id: string }) {
  const item = useDesktop(OWN, false).data?.items.find((each) => each.id === id);
  return item ? <TextEditorDialog item={item} /> : <GoneDialog />;
}

/** What is typed and not saved is there again the next time. */
function TextEditorDialog({ item }: { item: Block }) {
  const { close } = useOverlay();
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useTextEditor(
    {
      saved: savedOf(item),
      read: async () => savedOf(await readOwn(client, item.id)),
      save: async (text, version) => savedOf(await saveItemText(client, item, text, version)),
    },
    `desktop-item:${item.id}`,
  );
  const save = async (chosen?: { text: string; over: Saved }) => {
    if ((chosen?.text ?? editor.text).trim() === '' || editor.saving) return;
    try {
      if (!(await editor.save(chosen))) return;
      toast.success(m.desktop_text_saved());
      close();
    } catch (error) {
      toastFailure(m.desktop_text_save_failed(), error);
    }
  };
  return (
    <Dialog
      size={editor.deciding ? 'xl' : 'lg'}
      title={m.desktop_edit_title()}
      initialFocus={field}
      footer={
        !editor.deciding && (
          <>
            <Button onClick={close}>{m.ui_cancel()}</Button>
            <Button
              variant="primary"
              pending={editor.saving}
              disabled={editor.text.trim() === ''}
              onClick={() => void save()}
              aria-keyshortcuts={SEND_KEYS}
              data-tooltip={m.desktop_add_key()}
            >
              {m.desktop_save()}
            </Button>
          </>
        )
      }
    >
      {editor.deciding ? (
        <EditorConflict own editor={editor} onSave={(chosen) => void save(chosen)} />
      ) : (
        <div className="flex flex-col gap-3">
          <UnsavedNotice editor={editor} />
          <Textarea
            ref={(element) => {
              if (element && field.current !== element) caretAtEnd(element);
              field.current = element;
            }}
            aria-label={m.desktop_text()}
            value={editor.text}
            mono={isCode(editor.text)}
            onChange={(event) => editor.type(event.target.value)}
            onKeyDown={(event) => sendOnKey(event, () => void save())}
            className="field-sizing-content max-h-[60dvh] min-h-40"
          />
        </div>
      )}
    </Dialog>
  );
}
