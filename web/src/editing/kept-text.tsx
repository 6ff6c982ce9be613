import { Copy } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { copyAndTell } from '../ui/copy-text.ts';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

/** What was typed where it can be added no longer, and a way to take it along. */
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
