import { DoorClosed, Trash2 } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/notice.tsx';
import { UnsavedNotice } from '../../ui/unsaved-notice.tsx';
import type { ItemEditor } from './use-item-editor.ts';

/**
 * What the person must know about the text: where it came from, or what became of its item
 * meanwhile.
 */
export function ItemEditorNotice({ editor, closed }: { editor: ItemEditor; closed: boolean }) {
  if (closed) {
    return (
      <Notice icon={DoorClosed} tone="warn">
        {m.rooms_text_closed()}
      </Notice>
    );
  }
  if (editor.deleted) {
    return (
      <Notice icon={Trash2} tone="warn">
        {m.rooms_text_deleted()}
      </Notice>
    );
  }
  return <UnsavedNotice editor={editor} />;
}
