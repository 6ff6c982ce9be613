import { Copy, Download, Lock, Share2 } from 'lucide-react';
import { downloadText } from '../../../lib/copy.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { toast } from '../../../ui/toast.ts';
import { usePlanRefusal } from '../../billing/plan.ts';
import { copyClipText } from '../copy-clip.ts';
import { open } from '../overlays.ts';

export interface ClipToolbarProps {
  text: string;
  clipId: string | null;
  /**
   * 'yes' opens the dialog, 'not-saved' shows why not, 'disabled' until the clip was saved; 'no' for
   * the holder of a link.
   */
  share: 'yes' | 'not-saved' | 'disabled' | 'no';
  onFiles?: (files: File[]) => void;
  withDownload?: boolean;
  shareFirst?: boolean;
  /** Copying is what a reader came for: it stays within reach of the thumb. */
  forReader?: boolean;
}

const ACTION = 'max-md:flex-1 max-md:gap-1.5 max-md:px-2';

export function ClipToolbar({
  text,
  clipId,
  share,
  onFiles,
  withDownload = false,
  shareFirst = false,
  forReader = false,
}: ClipToolbarProps) {
  const locked = usePlanRefusal('sharing') !== null && !forReader;
  const ShareIcon = locked ? Lock : Share2;
  return (
    <div
      role="group"
      aria-label={m.clips_actions()}
      className={classNames(
        'gap-2',
        // Four stand as two and two on a phone, three in a row.
        onFiles && withDownload ? 'grid grid-cols-2 md:flex md:flex-wrap' : 'flex flex-wrap',
        forReader &&
          'max-lg:order-last max-md:sticky max-md:mt-auto max-md:bottom-(--bottom-bar,0px) max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:py-2.5',
      )}
    >
      <Button
        variant={forReader ? 'primary' : 'secondary'}
        className={ACTION}
        disabled={text === ''}
        onClick={() => void copyClipText(text)}
      >
        <Copy size={16} aria-hidden />
        {m.clips_copy_content()}
      </Button>
      {onFiles && <FilePicker onFiles={onFiles} className={ACTION} />}
      {withDownload && (
        <Button
          className={ACTION}
          disabled={text === '' || clipId === null}
          onClick={() => {
            downloadText(text, `clip-${clipId}.txt`);
            toast.success(m.clips_content_downloaded());
          }}
        >
          <Download size={16} aria-hidden />
          {m.clips_download()}
        </Button>
      )}
      {share !== 'no' && (
        <Button
          variant={shareFirst ? 'primary' : 'secondary'}
          className={ACTION}
          disabled={share === 'disabled'}
          onClick={() => {
            if (share === 'yes' && clipId) open('share', { clipId, own: !forReader });
            else toast.error(m.clips_save_first());
          }}
        >
          <ShareIcon size={16} aria-hidden />
          {m.clips_share()}
        </Button>
      )}
    </div>
  );
}
