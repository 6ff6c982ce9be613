import { useEffect, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Textarea } from '../ui/textarea.tsx';

export interface MergeEditorProps {
  /** Both texts in one, to begin with. */
  start: string;
  saving: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

export function MergeEditor({ start, saving, onSave, onCancel }: MergeEditorProps) {
  const [text, setText] = useState(start);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Card className="flex flex-col gap-3">
      <h3 id="merged" className="text-sm font-semibold">
        {m.editing_conflict_merged()}
      </h3>
      <Textarea
        ref={field}
        aria-labelledby="merged"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-sizing-content max-h-[60dvh] min-h-40"
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={saving} onClick={() => onSave(text)}>
          {m.editing_conflict_save_merged()}
        </Button>
        <Button onClick={onCancel}>{m.ui_cancel()}</Button>
      </div>
    </Card>
  );
}
