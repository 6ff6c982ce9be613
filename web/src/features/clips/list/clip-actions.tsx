import { Copy, Download, Ellipsis, Lock, Plus, Send, Share2, Star, Trash2 } from 'lucide-react';
import {
  CardButton,
  CardFacts,
  CardFoot,
  OpenLink,
  toolStyle,
} from '../../../things/card-foot.tsx';
import { isNarrow } from '../../../things/card-look.ts';
import { addressIn, isPicture } from '../../../things/content.ts';
import { canCopyImages } from '../../../lib/copy.ts';
import { firstPress } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import type { Action } from '../../../ui/actions-menu.tsx';
import { openActions } from '../../../ui/actions.ts';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
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

interface ClipTool extends Action {
  readonly name: 'favorite' | 'share' | 'send' | 'delete';
  readonly tone: 'muted' | 'star' | 'danger';
}

function useClipTools({ clip, onFavorite, onShare, onDelete }: Actor): readonly ClipTool[] {
  const canShare = usePlanRefusal('sharing') === null;
  return [
    {
      name: 'favorite',
      icon: Star,
      label: clip.isFavorite ? m.clips_favorite_remove() : m.clips_favorite_add(),
      tone: clip.isFavorite ? 'star' : 'muted',
      run: () => onFavorite(clip),
    },
    {
      name: 'share',
      icon: canShare ? Share2 : Lock,
      label: m.clips_share(),
      tone: 'muted',
      run: () => onShare(clip),
    },
    {
      name: 'send',
      icon: Send,
      label: m.devices_send_to(),
      tone: 'muted',
      run: () => openDevices('send', { clipId: clip.id }),
    },
    {
      name: 'delete',
      icon: Trash2,
      label: m.clips_delete(),
      tone: 'danger',
      danger: true,
      run: () => onDelete(clip),
    },
  ];
}

/**
 * What a pointer and the keyboard find beside the main action. Small ones rest, but for a set star,
 * which stands last, where it moves for none of the others.
 */
export function ClipTools({
  className,
  small = false,
  ...actor
}: Actor & { className?: string; small?: boolean }) {
  const tools = useClipTools(actor);
  return (small ? [...tools].reverse() : tools).map(({ name, icon, label, tone, run }) => (
    <IconButton
      key={name}
      icon={icon}
      label={label}
      data-action={name}
      tone={tone}
      filled={tone === 'star'}
      {...(small && { size: 'sm' })}
      className={small ? toolStyle(tone !== 'star') : className}
      onClick={name === 'delete' ? firstPress(run) : run}
    />
  ));
}

/** The same for a finger, in a menu. */
export function MoreClipTools(actor: Actor) {
  const tools = useClipTools(actor);
  return (
    <IconButton
      icon={Ellipsis}
      label={m.clips_actions()}
      aria-haspopup="menu"
      onClick={(event) => openActions(event.currentTarget, tools)}
    />
  );
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
      tools={<ClipTools {...actor} small />}
    >
      <OpenAddress clip={clip} />
      <MainAction clip={clip} />
      <span className="hidden touch:contents">
        <MoreClipTools {...actor} />
      </span>
    </CardFoot>
  );
}

const OpenAddress = ({ clip }: { clip: LiveClip }) => {
  const address = addressIn(clip.content);
  return address && <OpenLink address={address} />;
};

/** What a clip is for: its text or its picture is copied, any other file downloaded. */
export function useMainAction(clip: LiveClip): (Action & { readonly copies: boolean }) | null {
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
  if (isPicture(file.type) && canCopyImages())
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

function MainAction({ clip }: { clip: LiveClip }) {
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
