import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { pressed } from '../../../lib/keys.ts';
import { useCapture } from '../../../capture/use-capture.ts';
import { useComposer } from '../../../editing/use-composer.ts';
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts';
import { takenFrom, type Transfer } from '../../../lib/taken.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { toast } from '../../../ui/toast.ts';

/** What the system's clipboard holds, as a paste would bring it. */
async function readClipboard(): Promise<Transfer> {
  const texts = new Map<string, string>();
  const files: File[] = [];
  for (const item of await navigator.clipboard.read())
    for (const type of item.types) {
      const blob = await item.getType(type);
      if (type.startsWith('text/')) texts.set(type, await blob.text());
      else if (type.startsWith('image/'))
        files.push(new File([blob], `image.${type.slice('image/'.length)}`, { type }));
    }
  return { getData: (type) => texts.get(type) ?? '', files };
}

/** One line at the top of the dashboard: what is typed, pasted or chosen there is a clip at once. */
export function ClipComposer({ large }: { large: boolean }) {
  const capture = useCapture();
  const field = useRef<HTMLTextAreaElement>(null);
  const isPhone = useMediaQuery(PHONE);
  const composer = useComposer('clip', (text) => capture.text(text));
  const canRead = typeof navigator.clipboard?.read === 'function';
  const save = () => {
    field.current?.focus();
    void composer.send();
  };
  const paste = async () => {
    let read: Transfer;
    try {
      read = await readClipboard();
    } catch {
      toast.error(m.capture_paste_refused());
      return;
    }
    const taken = takenFrom(read);
    if (taken.kind === 'text') await capture.text(taken.text, taken.picture);
    else if (taken.kind === 'files') await capture.files(taken.files);
    else toast.error(m.ui_nothing_to_paste());
  };
  const empty = composer.text === '';
  return (
    <div
      className={classNames(
        'flex items-end gap-2 rounded-card border border-line-strong bg-surface py-[3px] ps-4 pe-1 shadow-card transition-[border-color] duration-150 focus-within:border-accent',
        large && 'flex-col items-stretch pb-2',
      )}
    >
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        aria-label={m.capture_composer()}
        placeholder={isPhone && !large ? m.capture_composer_short() : m.capture_composer()}
        value={composer.text}
        onChange={(event) => composer.type(event.target.value)}
        onKeyDown={(event) => {
          if (pressed(event) !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          save();
        }}
        className={classNames(
          'field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent py-1.5 text-base text-ink outline-none touch:py-2.5 touch:text-field',
          large ? 'min-h-24' : 'placeholder:truncate',
        )}
      />
      <div className="flex items-center justify-end gap-1">
        {empty && (
          <kbd
            aria-hidden
            className="me-1 inline-flex h-6 items-center rounded-chip border border-line px-1.5 font-mono text-xs text-muted max-md:hidden"
          >
            {m.capture_paste_key()}
          </kbd>
        )}
        <FilePicker
          variant="ghost"
          className="px-2.5!"
          icon={Paperclip}
          iconOnly
          onFiles={(files) => void capture.files(files)}
        >
          {m.capture_attach()}
        </FilePicker>
        {canRead && empty && (
          <Button className="max-md:bg-ink max-md:text-on-ink" onClick={() => void paste()}>
            {m.capture_paste()}
          </Button>
        )}
        <Button
          variant="primary"
          pending={composer.sending}
          className={classNames(canRead && empty && 'max-md:hidden')}
          onClick={save}
        >
          {m.capture_save()}
        </Button>
      </div>
    </div>
  );
}
