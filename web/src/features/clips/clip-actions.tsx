import { ArrowUpRight, Copy, Download, Share2, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { copyText } from '../../lib/copy.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { LiveClip } from './clip-shape.ts';
import { say } from './clips.messages.ts';
import { useFileDownload } from './use-file-download.ts';

export interface ClipActionHandlers {
  onFavorite: (clip: LiveClip) => void;
  onShare: (clip: LiveClip) => void;
  onDelete: (clip: LiveClip) => void;
}

export async function copyContent(content: string): Promise<void> {
  if (await copyText(content)) say.contentCopied();
  else say.copyFailed();
}

/** Always there: a finger cannot hover. */
export function ClipActions({ clip, to, onFavorite, onShare, onDelete }: { clip: LiveClip; to: string } & ClipActionHandlers) {
  const download = useFileDownload(clip.id);
  const file = clip.files[0];
  return (
    <div className="flex items-center gap-0.5 px-2 pb-2">
      <IconButton
        icon={Star}
        label={clip.isFavorite ? 'Remove from favorites' : 'Add to favorites'}
        filled={clip.isFavorite}
        tone={clip.isFavorite ? 'star' : 'muted'}
        onClick={() => onFavorite(clip)}
      />
      <IconButton icon={Share2} label="Share" onClick={() => onShare(clip)} />
      <IconButton icon={Trash2} label="Delete" tone="danger" onClick={() => onDelete(clip)} />
      <span className="flex-1" />
      {clip.content !== '' ? (
        <IconButton icon={Copy} label="Copy" onClick={() => void copyContent(clip.content)} />
      ) : (
        file && <IconButton icon={Download} label="Download" onClick={() => void download(file)} />
      )}
      {/* The whole card leads there too, so the keyboard need not stop here again. */}
      <Link to={to} tabIndex={-1} className={buttonStyle('ghost', 'sm')}>
        Open
        <ArrowUpRight size={14} aria-hidden />
      </Link>
    </div>
  );
}
