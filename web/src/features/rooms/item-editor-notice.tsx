import { DoorClosed, GitCompareArrows, History, Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ItemEditor } from './use-item-editor.ts';

/** What the person must know about the text: where it came from, or what became of its item meanwhile. */
export function ItemEditorNotice({ editor, closed }: { editor: ItemEditor; closed: boolean }) {
  if (closed) {
    return (
      <Notice icon={DoorClosed} tone="warn">
        The room is closed to you by now. Your text is still here: copy it before you go.
      </Notice>
    );
  }
  if (editor.deleted) {
    return (
      <Notice icon={Trash2} tone="warn">
        This item was deleted. Your text is still here: you can add it anew.
      </Notice>
    );
  }
  if (editor.newer && editor.dirty) {
    return (
      <Notice
        icon={GitCompareArrows}
        tone="warn"
        action={
          <Button size="sm" onClick={() => editor.setDeciding(true)}>
            Compare
          </Button>
        }
      >
        A newer version was saved elsewhere. Your text here is not saved yet.
      </Notice>
    );
  }
  if (!editor.restored || !editor.dirty) return null;
  return (
    <Notice
      icon={History}
      action={
        <Button size="sm" onClick={editor.discard}>
          Discard
        </Button>
      }
    >
      What you typed earlier is back. It is not saved yet.
    </Notice>
  );
}
