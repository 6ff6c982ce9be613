import { useQueryClient } from '@tanstack/react-query';
import { EditorConflict } from '../../../editing/editor-conflict.tsx';
import type { Saved } from '../../../editing/editor-state.ts';
import { TextDialog } from '../../../editing/text-dialog.tsx';
import { UnsavedNotice } from '../../../editing/unsaved-notice.tsx';
import { useTextEditor } from '../../../editing/use-text-editor.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { GoneDialog, useOverlay } from '../../../ui/overlays.tsx';
import { toast } from '../../../ui/toast.ts';
import { OWN, readOwn, saveItemText, useDesktop } from '../desktop.api.ts';
import type { Block } from '../../../things/content.ts';

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
    <TextDialog
      title={m.desktop_edit_title()}
      label={m.desktop_text()}
      text={editor.text}
      onType={editor.type}
      verb={m.desktop_save()}
      pending={editor.saving}
      disabled={editor.text.trim() === ''}
      onSubmit={() => void save()}
      notice={<UnsavedNotice editor={editor} />}
      instead={
        editor.deciding && (
          <EditorConflict own editor={editor} onSave={(chosen) => void save(chosen)} />
        )
      }
    />
  );
}
