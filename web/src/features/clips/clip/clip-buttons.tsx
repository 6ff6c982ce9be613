import { Copy, Download, Lock, Share2 } from 'lucide-react';
import { downloadText } from '../../../lib/copy.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { usePlanRefusal } from '../../billing/plan.ts';
import { copyClipText } from '../copy-clip.ts';
import { open } from '../overlays.ts';

export interface TextButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  text: string;
}

export function CopyContent({ text, ...rest }: TextButtonProps) {
  return (
    <Button {...rest} disabled={text === ''} onClick={() => void copyClipText(text)}>
      <Copy size={16} aria-hidden />
      {m.clips_copy_content()}
    </Button>
  );
}

/** On a phone their icons alone have space, and their names stay. */
export const WORD = 'max-sm:sr-only';
export const NARROW = 'max-sm:w-11 max-sm:px-0';

export function DownloadText({ text, clipId }: { text: string; clipId: string }) {
  return (
    <Button
      variant="ghost"
      className={NARROW}
      disabled={text === ''}
      onClick={() => {
        downloadText(text, `clip-${clipId}.txt`);
        toast.success(m.clips_content_downloaded());
      }}
    >
      <Download size={16} aria-hidden />
      <span className={WORD}>{m.clips_download()}</span>
    </Button>
  );
}

export interface ShareClipProps extends Pick<ButtonProps, 'variant'> {
  clipId: string | null;
  /** 'yes' opens the dialog, 'not-saved' shows why not, 'disabled' until the clip was saved. */
  share: 'yes' | 'not-saved' | 'disabled';
  own: boolean;
}

export function ShareClip({ clipId, share, own, variant }: ShareClipProps) {
  const locked = usePlanRefusal('sharing') !== null && own;
  const Icon = locked ? Lock : Share2;
  return (
    <Button
      {...(variant && { variant })}
      className={NARROW}
      disabled={share === 'disabled'}
      onClick={() => {
        if (share === 'yes' && clipId) open('share', { clipId, own });
        else toast.error(m.clips_save_first());
      }}
    >
      <Icon size={16} aria-hidden />
      <span className={WORD}>{m.clips_share()}</span>
    </Button>
  );
}
