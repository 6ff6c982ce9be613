import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FilePicker } from '../ui/file-picker.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { SEND_KEYS, sendOnKey } from './send-key.ts';
import type { Composer } from './use-composer.ts';

export interface ComposerCardProps {
  composer: Composer;
  onFiles: (files: File[]) => void;
  /** Accessible name of the field. */
  label: string;
  placeholder: string;
  /** Stands beside the buttons where there is space. */
  hint: string;
  /** The verb on the button. */
  send: string;
}

/** A field at the top of a list, for what is to be added to it. */
export function ComposerCard({
  composer,
  onFiles,
  label,
  placeholder,
  hint,
  send,
}: ComposerCardProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const add = () => {
    field.current?.focus();
    void composer.send();
  };
  return (
    <Card className="flex flex-col gap-3 p-3!">
      <Textarea
        ref={field}
        aria-label={label}
        aria-keyshortcuts={SEND_KEYS}
        placeholder={placeholder}
        value={composer.text}
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={(event) => sendOnKey(event, add)}
        className="field-sizing-content max-h-[40dvh] min-h-20 max-md:min-h-12"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="me-auto text-xs text-muted max-lg:hidden">{hint}</p>
        <FilePicker onFiles={onFiles} />
        <Button variant="primary" pending={composer.sending} onClick={add}>
          {!composer.sending && <Plus size={16} aria-hidden />}
          {send}
        </Button>
      </div>
    </Card>
  );
}
