import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Composer } from './use-composer.ts';

export function ComposerCard({ composer, onFiles }: { composer: Composer; onFiles: (files: File[]) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const add = () => {
    field.current?.focus();
    void composer.add();
  };
  return (
    <Card className="flex flex-col gap-3 p-3!">
      <Textarea
        ref={field}
        aria-label="New content"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        placeholder="Write or paste something for everybody in the room..."
        value={composer.text}
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        className="field-sizing-content max-h-[40dvh] min-h-20 max-md:min-h-12"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto text-xs text-muted max-lg:hidden">Drop or paste files anywhere on this page, up to 10 MB each.</p>
        <FilePicker onFiles={onFiles}>Upload File</FilePicker>
        <Button variant="primary" pending={composer.adding} onClick={add}>
          {!composer.adding && <Plus size={16} aria-hidden />}
          Add Content
        </Button>
      </div>
    </Card>
  );
}
