import { Copy, Download, Lock, Plus, Send, Share2, Star, Trash2 } from 'lucide-react';
import { CardButton, CardFacts, CardFoot } from '../../../things/card-foot.tsx';
import { isNarrow } from '../../../things/card-look.ts';
import { addressIn, isPicture } from '../../../things/content.ts';
import type { MainAction } from '../../../things/row-end.tsx';
import type { Tool } from '../../../things/tools.tsx';
import { canCopyImages } from '../../../lib/copy.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button.tsx';
import { copyImageAndTell } from '../../../ui/copy-text.ts';
import { usePlanRefusal } from '../../billing/plan.ts';
import { open as openDevices } from '../../devices/overlays.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { useFileDownload } from '../clip/use-file-download.ts';
import { copyClipText } from '../copy-clip.ts';
import { ClipTags } from '../tags/tag-dot.tsx';

export interface ClipActionHandlers {
  onFavorite: (clip: LiveClip) => void;
  onShare: (clip: LiveClip) => void;
  onDelete: (clip: LiveClip) => void;
}

type Actor = { clip: LiveClip } & ClipActionHandlers;

export function useClipTools({ clip, onFavorite, onShare, onDelete }: Actor): readonly Tool[] {
  const canShare = usePlanRefusal('sharing') === null;
  return [
    {
      icon: Star,
      label: clip.isFavorite ? m.clips_favorite_remove() : m.clips_favorite_add(),
      starred: clip.isFavorite,
      run: () => onFavorite(clip),
    },
    { icon: canShare ? Share2 : Lock, label: m.clips_share(), run: () => onShare(clip) },
    {
      icon: Send,
      label: m.devices_send_to(),
      run: () => openDevices('send', { clipId: clip.id }),
    },
    { icon: Trash2, label: m.clips_delete(), danger: true, run: () => onDelete(clip) },
  ];
}

/** The foot of a card: a set star and the main action are always to be seen. */
export function ClipFoot(actor: Actor) {
  const { clip } = actor;
  return (
    <CardFoot
      facts={
        <CardFacts content={clip} time={clip.createdAt} starred={clip.isFavorite}>
          <ClipTags tags={clip.tags} bare />
        </CardFacts>
      }
      address={addressIn(clip.content)}
      tools={useClipTools(actor)}
      menu={m.clips_actions()}
    >
      <CopyOrDownload clip={clip} />
    </CardFoot>
  );
}

/** What a clip is for: its text or its picture is copied, any other file downloaded. */
export function useMainAction(clip: LiveClip): MainAction | null {
  const download = useFileDownload(clip.id);
  const [file] = clip.files;
  if (clip.content !== '')
    return {
      icon: Copy,
      label: m.clips_copy(),
      copies: true,
      run: () => void copyClipText(clip.content),
    };
  if (!file) return null;
  if (isPicture(file.type) && canCopyImages(file.size))
    return {
      icon: Copy,
      label: m.clips_copy_image(),
      copies: true,
      run: () => void copyImageAndTell(file.url),
    };
  return {
    icon: Download,
    label: m.clips_download(),
    copies: false,
    run: () => void download(file),
  };
}

function CopyOrDownload({ clip }: { clip: LiveClip }) {
  const action = useMainAction(clip);
  if (!action) return null;
  const { icon, label, copies, run } = action;
  return (
    <CardButton
      icon={icon}
      bare={isNarrow(clip) ? (clip.isFavorite ? 'always' : 'touch') : undefined}
      data-copy={copies ? '' : undefined}
      onClick={run}
    >
      {label}
    </CardButton>
  );
}

export interface NewClipLinkProps {
  children?: string;
  /** Something else on the page is what it is for. */
  quiet?: boolean;
  /** Its words are read out alone. */
  compact?: boolean;
}

export function NewClipLink({
  children = m.clips_new(),
  quiet = false,
  compact = false,
}: NewClipLinkProps) {
  if (compact)
    return (
      <ButtonLink variant="ghost" to="/new-clip" className="px-2.5!" aria-label={children}>
        <Plus size={22} aria-hidden />
      </ButtonLink>
    );
  return (
    <ButtonLink variant={quiet ? 'secondary' : 'primary'} to="/new-clip">
      <Plus size={16} aria-hidden />
      {children}
    </ButtonLink>
  );
}
