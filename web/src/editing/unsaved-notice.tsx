import { GitCompareArrows, History } from 'lucide-react';
import type { TextEditor } from './use-text-editor.ts';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/**
 * What the person must know about unsaved text: a newer one exists, or it came back from earlier.
 */
export function UnsavedNotice({ editor }: { editor: Omit<TextEditor, 'save' | 'saveAs'> }) {
  if (editor.newer && editor.dirty) {
    return (
      <Notice
        icon={GitCompareArrows}
        tone="warn"
        action={
          <Button size="sm" onClick={() => editor.setDeciding(true)}>
            {m.editing_newer_version_compare()}
          </Button>
        }
      >
        {m.editing_newer_version()}
      </Notice>
    );
  }
  if (!editor.restored || !editor.dirty) return null;
  return (
    <Notice
      icon={History}
      action={
        <Button size="sm" onClick={editor.discard}>
          {m.editing_restored_text_discard()}
        </Button>
      }
    >
      {m.editing_restored_text()}
    </Notice>
  );
}
