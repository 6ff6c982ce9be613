import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { Copy, Download, ExternalLink, Lock, Plus, Share2, Star, Trash2 } from 'lucide-react';
import { addressIn, isPicture } from '../../../things/content.ts';
import { canCopyImages } from '../../../lib/copy.ts';
import { firstPress } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, ButtonLink, buttonStyle, IconButton } from '../../../ui/button.tsx';
import { copyImageAndTell } from '../../../ui/copy-text.ts';
import { usePlanRefusal } from '../../billing/plan.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { useFileDownload } from '../clip/use-file-download.ts';
import { copyClipText } from '../copy-clip.ts';

export interface ClipActionHandlers {
  onFavorite: (clip: LiveClip) => void;
  onShare: (clip: LiveClip) => void;
  onDelete: (clip: LiveClip) => void;
}

/** Always there: a finger cannot hover. */
export function ClipActions({
  clip,
  onFavorite,
  onShare,
  onDelete,
}: { clip: LiveClip } & ClipActionHandlers) {
  const ShareIcon = usePlanRefusal('sharing') === null ? Share2 : Lock;
  return (
    <div className="flex flex-wrap items-center gap-0.5 px-2 pb-2">
      <IconButton
        icon={Star}
        label={clip.isFavorite ? m.clips_favorite_remove() : m.clips_favorite_add()}
        filled={clip.isFavorite}
        data-action="favorite"
        tone={clip.isFavorite ? 'star' : 'muted'}
        onClick={() => onFavorite(clip)}
      />
      <IconButton
        icon={ShareIcon}
        data-action="share"
        label={m.clips_share()}
        onClick={() => onShare(clip)}
      />
      <IconButton
        icon={Trash2}
        data-action="delete"
        label={m.clips_delete()}
        tone="danger"
        onClick={firstPress(() => onDelete(clip))}
      />
      <span className="ms-auto flex items-center">
        <MainAction clip={clip} />
      </span>
    </div>
  );
}

function MainAction({ clip }: { clip: LiveClip }) {
  const download = useFileDownload(clip.id);
  const [file] = clip.files;
  const address = addressIn(clip.content);
  if (clip.content !== '')
    return (
      <>
        {address && (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonStyle('ghost', 'sm')}
          >
            <ExternalLink size={14} aria-hidden />
            {m.clips_open_link()}
          </a>
        )}
        <Button size="sm" data-copy onClick={() => void copyClipText(clip.content)}>
          <Copy size={14} aria-hidden />
          {m.clips_copy()}
        </Button>
      </>
    );
  if (!file) return null;
  if (isPicture(file.type) && canCopyImages())
    return (
      <Button size="sm" data-copy onClick={() => void copyImageAndTell(file.url)}>
        <Copy size={14} aria-hidden />
        {m.clips_copy_image()}
      </Button>
    );
  return (
    <Button size="sm" onClick={() => void download(file)}>
      <Download size={14} aria-hidden />
      {m.clips_download()}
    </Button>
  );
}

/** Through which of the owner's links a clip came: a stranger wrote it. */
export function FromLink({ via }: Pick<Clip, 'via'>) {
  if (!via) return null;
  return (
    <span translate="no" className="truncate text-xs text-muted">
      {via.label === null ? m.links_from_link() : m.links_from({ label: via.label })}
    </span>
  );
}

export interface NewClipLinkProps {
  children?: string;
  /** Something else on the page is what it is for. */
  quiet?: boolean;
}

export function NewClipLink({ children = m.clips_new(), quiet = false }: NewClipLinkProps) {
  return (
    <ButtonLink variant={quiet ? 'secondary' : 'primary'} to="/new-clip">
      <Plus size={16} aria-hidden />
      {children}
    </ButtonLink>
  );
}
