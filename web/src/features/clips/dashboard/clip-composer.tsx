import { ClipboardPaste, LockKeyhole, Paperclip } from 'lucide-react';
import { useCapture } from '../../../capture/use-capture.ts';
import { type Composer, ComposerLine } from '../../../editing/composer.tsx';
import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { readTransfer, type Transfer } from '../../../lib/transfer.ts';
import { m } from '../../../paraglide/messages.js';
import { open } from '../../../sharing/overlays.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';
import { toast } from '../../../ui/toast.ts';

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

/** Where the clipboard can be read by a press. */
export const canRead = (): boolean => typeof navigator.clipboard?.read === 'function';

/** What is to be sealed is kept in the clear no longer than it takes to say so. */
function SealButton({ composer }: { composer: Composer }) {
  const seal = () => {
    if (!isSecureContext) return void toast.error(m.ui_needs_https());
    const { text } = composer;
    composer.type('');
    open('seal', { text, onCancel: composer.type });
  };
  return <IconButton icon={LockKeyhole} label={m.links_seal()} onClick={seal} />;
}

export interface ClipComposerProps {
  composer: Composer;
  large: boolean;
}

export function ClipComposer({ composer, large }: ClipComposerProps) {
  const capture = useCapture();
  const isPhone = useMediaQuery(PHONE);
  const paste = async () => {
    let read: Transfer;
    try {
      read = await readClipboard();
    } catch {
      toast.error(m.capture_paste_refused());
      return;
    }
    const taken = readTransfer(read);
    if (taken.kind === 'text') await capture.text(taken.text, taken.picture);
    else if (taken.kind === 'files') await capture.files(taken.files);
    else toast.success(m.ui_nothing_to_paste());
  };
  const empty = composer.text === '';
  const cannotLink = usePlanRefusal('links') !== null;
  return (
    <ComposerLine
      composer={composer}
      byEnter
      large={large}
      label={m.capture_composer()}
      placeholder={isPhone && !large ? m.capture_composer_short() : m.capture_composer()}
      verb={m.capture_save()}
      enterShows={!isPhone}
      sendClass={canRead() && empty && 'hidden!'}
    >
      {empty && !large && (
        <kbd
          aria-hidden
          className="me-1 inline-flex h-6 items-center rounded-chip border border-line px-1.5 font-mono text-xs whitespace-nowrap text-muted max-md:hidden"
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
      {/* Beside an empty line a phone has no room for it. */}
      {!cannotLink && (large || !isPhone || !empty) && <SealButton composer={composer} />}
      {canRead() && empty && (
        <Button variant={large || isPhone ? 'primary' : 'ghost'} onClick={() => void paste()}>
          <ClipboardPaste size={16} aria-hidden />
          {m.capture_paste()}
        </Button>
      )}
    </ComposerLine>
  );
}
