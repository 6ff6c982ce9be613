import { GitCompareArrows, History } from 'lucide-react';
import type { EditorState } from '../lib/editor-state.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

export interface UnsavedNoticeProps {
  editor: Pick<EditorState, 'newer' | 'restored'> & {
    readonly dirty: boolean;
    readonly setDeciding: (deciding: boolean) => void;
    readonly discard: () => void;
  };
}

/**
 * What the person must know about unsaved text: a newer one exists, or it came back from earlier.
 */
export function UnsavedNotice({ editor }: UnsavedNoticeProps) {
  if (editor.newer && editor.dirty) {
    return (
      <Notice
        icon={GitCompareArrows}
        tone="warn"
        action={
          <Button size="sm" onClick={() => editor.setDeciding(true)}>
            {m.ui_newer_version_compare()}
          </Button>
        }
      >
        {m.ui_newer_version()}
      </Notice>
    );
  }
  if (!editor.restored || !editor.dirty) return null;
  return (
    <Notice
      icon={History}
      action={
        <Button size="sm" onClick={editor.discard}>
          {m.ui_restored_text_discard()}
        </Button>
      }
    >
      {m.ui_restored_text()}
    </Notice>
  );
}
