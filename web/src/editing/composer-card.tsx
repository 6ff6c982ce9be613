import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { PHONE, useMediaQuery } from '../lib/media-query.ts';
import { Button } from '../ui/button.tsx';
import { FilePicker } from '../ui/file-picker.tsx';
import { SEND_KEYS, sendOnKey } from './send-key.ts';
import type { Composer } from './use-composer.ts';

export interface ComposerCardProps {
  composer: Composer;
  onFiles: (files: File[]) => void;
  /** Accessible name of the field. */
  label: string;
  placeholder: string;
  /** Of a phone, where the whole of it would be cut. */
  shortPlaceholder: string;
  /** The verb on the button. */
  send: string;
}

/** One line at the top of a list, for what is to be added to it; it grows with its text. */
export function ComposerCard({
  composer,
  onFiles,
  label,
  placeholder,
  shortPlaceholder,
  send,
}: ComposerCardProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isPhone = useMediaQuery(PHONE);
  const add = () => {
    field.current?.focus();
    void composer.send();
  };
  return (
    <div className="flex items-end gap-1.5 rounded-card border border-line-strong bg-surface py-[3px] ps-4 pe-1 shadow-card transition-[border-color] duration-150 focus-within:border-accent">
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        aria-label={label}
        aria-keyshortcuts={SEND_KEYS}
        placeholder={isPhone ? shortPlaceholder : placeholder}
        value={composer.text}
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={(event) => sendOnKey(event, add)}
        className="field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent py-1.5 text-base text-ink outline-none placeholder:truncate touch:py-2.5 touch:text-field"
      />
      <FilePicker onFiles={onFiles} iconOnly={isPhone} className="max-md:px-2.5!" />
      <Button
        variant="primary"
        pending={composer.sending}
        onClick={add}
        className="max-md:px-2.5!"
        {...(isPhone && { 'data-tooltip': send })}
      >
        {!composer.sending && <Plus size={16} aria-hidden />}
        <span className="max-md:sr-only">{send}</span>
      </Button>
    </div>
  );
}
