import { ArrowUpRight, Copy, Download, Lock, Share2, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { usePlanRefusal } from '../../billing/plan.ts';
import { m } from '../../../paraglide/messages.js';
import { buttonStyle } from '../../../ui/button-style.ts';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { useFileDownload } from '../clip/use-file-download.ts';

export interface ClipActionHandlers {
  onFavorite: (clip: LiveClip) => void;
  onShare: (clip: LiveClip) => void;
  onDelete: (clip: LiveClip) => void;
}

/** Always there: a finger cannot hover. */
export function ClipActions({
  clip,
  to,
  onFavorite,
  onShare,
  onDelete,
}: { clip: LiveClip; to: string } & ClipActionHandlers) {
  const download = useFileDownload(clip.id);
  const file = clip.files[0];
  const ShareIcon = usePlanRefusal('sharing') === null ? Share2 : Lock;
  return (
    <div className="flex items-center gap-0.5 px-2 pb-2">
      <IconButton
        icon={Star}
        label={clip.isFavorite ? m.clips_favorite_remove() : m.clips_favorite_add()}
        filled={clip.isFavorite}
        tone={clip.isFavorite ? 'star' : 'muted'}
        onClick={() => onFavorite(clip)}
      />
      <IconButton icon={ShareIcon} label={m.clips_share()} onClick={() => onShare(clip)} />
      <IconButton
        icon={Trash2}
        label={m.clips_delete()}
        tone="danger"
        onClick={() => onDelete(clip)}
      />
      <span className="flex-1" />
      {clip.content !== '' ? (
        <IconButton
          icon={Copy}
          label={m.clips_copy()}
          onClick={() =>
            void copyAndTell(clip.content, m.clips_content_copied(), m.clips_copy_failed())
          }
        />
      ) : (
        file && (
          <IconButton
            icon={Download}
            label={m.clips_download()}
            onClick={() => void download(file)}
          />
        )
      )}
      {/* The whole card leads there too, so the keyboard need not stop here again. */}
      <Link to={to} tabIndex={-1} className={buttonStyle('ghost', 'sm')}>
        {m.clips_open()}
        <ArrowUpRight size={14} aria-hidden />
      </Link>
    </div>
  );
}
