import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { Composer } from './use-composer.ts';

export function ComposerCard({
  composer,
  onFiles,
}: {
  composer: Composer;
  onFiles: (files: File[]) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const add = () => {
    field.current?.focus();
    void composer.add();
  };
  return (
    <Card className="flex flex-col gap-3 p-3!">
      <Textarea
        ref={field}
        aria-label={m.rooms_content_new()}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        placeholder={m.rooms_content_placeholder()}
        value={composer.text}
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={(event) => {
          if (
            event.key !== 'Enter' ||
            !(event.ctrlKey || event.metaKey) ||
            event.nativeEvent.isComposing
          )
            return;
          event.preventDefault();
          add();
        }}
        className="field-sizing-content max-h-[40dvh] min-h-20 max-md:min-h-12"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto text-xs text-muted max-lg:hidden">{m.rooms_drop_hint()}</p>
        <FilePicker onFiles={onFiles} />
        <Button variant="primary" pending={composer.adding} onClick={add}>
          {!composer.adding && <Plus size={16} aria-hidden />}
          {m.rooms_content_add()}
        </Button>
      </div>
    </Card>
  );
}
