import { m } from '../paraglide/messages.js';
import { toast, undoable } from '../ui/toast.ts';
import { ConflictView } from './conflict-view.tsx';
import type { Saved } from './editor-state.ts';
import type { TextEditor } from './use-text-editor.ts';

export interface EditorConflictProps {
  editor: Omit<TextEditor, 'save' | 'saveAs'>;
  onSave: (chosen: { text: string; over: Saved }) => void;
  /** One person edits it, so the other version is their own, too. */
  own?: boolean;
}

/** Both texts, when another one was saved in between. */
export function EditorConflict({ editor, onSave, own = false }: EditorConflictProps) {
  const { newer: theirs, text: mine } = editor;
  if (!theirs) return null;
  return (
    <ConflictView
      own={own}
      mine={mine}
      theirs={theirs.content}
      by={theirs.by}
      saving={editor.saving}
      onSave={(text) => onSave({ text, over: theirs })}
      onTakeTheirs={() => {
        editor.takeTheirs(theirs);
        toast.success(
          m.editing_took_theirs(),
          m.editing_took_theirs_text(),
          undoable(() => editor.type(mine)),
        );
      }}
      onLater={() => editor.setDeciding(false)}
    />
  );
}
