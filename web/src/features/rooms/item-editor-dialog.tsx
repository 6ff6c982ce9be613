import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { lazy, Suspense, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { copyItemText } from './copy-item-text.ts';
import { ItemEditorNotice } from './item-editor-notice.tsx';
import { say } from './rooms.messages.ts';
import { useItemEditor } from './use-item-editor.ts';

const ConflictView = lazy(async () => ({
  default: (await import('../../ui/conflict-view.tsx')).ConflictView,
}));

export interface ItemEditorDialogProps {
  roomId: string;
  /** As it was when editing began. */
  item: RoomContent;
  /** The room is closed to this person by now. */
  closed: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ItemEditorDialog({
  roomId,
  item,
  closed,
  open,
  onOpenChange,
}: ItemEditorDialogProps) {
  const editor = useItemEditor(roomId, item, open);
  const field = useRef<HTMLTextAreaElement>(null);
  const conflict = editor.deciding && !editor.deleted && !closed ? editor.newer : null;
  const { text, saving } = editor;

  const leave = () => {
    if (editor.dirty) say.textKept(() => onOpenChange(true));
    onOpenChange(false);
  };
  const closeWhen = async (done: Promise<boolean>) => {
    if (await done) onOpenChange(false);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || leave()}
      title={conflict ? m.rooms_text_edit_conflict() : m.rooms_text_edit()}
      size={conflict ? 'xl' : 'lg'}
      initialFocus={field}
      footer={
        !conflict && (
          <>
            <Button onClick={leave}>{m.rooms_cancel()}</Button>
            {closed ? (
              <Button variant="primary" onClick={() => void copyItemText(text)}>
                {m.rooms_text_copy()}
              </Button>
            ) : editor.deleted ? (
              <Button
                variant="primary"
                pending={saving}
                onClick={() => void closeWhen(editor.addAnew())}
              >
                {m.rooms_text_add_anew()}
              </Button>
            ) : (
              <Button
                variant="primary"
                pending={saving}
                disabled={text.trim() === ''}
                onClick={() => void closeWhen(editor.save())}
              >
                {saving ? m.rooms_saving() : m.rooms_save_changes()}
              </Button>
            )}
          </>
        )
      }
    >
      {conflict ? (
        <Suspense fallback={null}>
          <ConflictView
            mine={text}
            theirs={conflict.content}
            saving={saving}
            onSave={(chosen) => void closeWhen(editor.save({ text: chosen, over: conflict }))}
            onTakeTheirs={() => {
              editor.takeTheirs(conflict);
              say.tookTheirs(() => editor.type(text));
            }}
            onLater={() => editor.setDeciding(false)}
          />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-3">
          <ItemEditorNotice editor={editor} closed={closed} />
          <Textarea
            ref={field}
            aria-label={m.rooms_text()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            value={text}
            onChange={(event) => editor.type(event.target.value)}
            onKeyDown={(event) => {
              if (
                event.key !== 'Enter' ||
                !(event.ctrlKey || event.metaKey) ||
                event.nativeEvent.isComposing ||
                saving ||
                closed
              )
                return;
              event.preventDefault();
              void closeWhen(editor.deleted ? editor.addAnew() : editor.save());
            }}
            className="field-sizing-content max-h-[50dvh] min-h-40"
          />
        </div>
      )}
    </Dialog>
  );
}
