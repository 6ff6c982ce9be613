import { Copy, GitCompareArrows, History } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { copyAndTell } from '../ui/copy-text.ts';
import { Field, Textarea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import type { TextEditor } from './use-text-editor.ts';

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

export function KeptText({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return (
    <section aria-label={m.editing_kept()} className="flex flex-col items-start gap-3">
      <div className="w-full">
        <Field label={m.editing_kept_label()}>
          {(control) => (
            <Textarea
              {...control}
              readOnly
              value={text}
              className="field-sizing-content max-h-[50dvh] min-h-24"
            />
          )}
        </Field>
      </div>
      <Button variant="primary" onClick={() => void copyAndTell(text, m.editing_kept_copied())}>
        <Copy size={16} aria-hidden />
        {m.editing_kept_copy()}
      </Button>
    </section>
  );
}
