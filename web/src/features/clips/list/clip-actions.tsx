import type { Clip } from '@clipline/contract/schemas/clips.ts';
import {
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Lock,
  Plus,
  Share2,
  Star,
  Trash2,
} from 'lucide-react';
import { addressIn, isPicture } from '../../../things/content.ts';
import { canCopyImages } from '../../../lib/copy.ts';
import { firstPress } from '../../../lib/shortcuts.ts';
import { m } from '../../../paraglide/messages.js';
import type { Action } from '../../../ui/actions-menu.tsx';
import { openActions } from '../../../ui/actions.ts';
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

type Actor = { clip: LiveClip } & ClipActionHandlers;

interface ClipTool extends Action {
  readonly name: 'favorite' | 'share' | 'delete';
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
      name: 'delete',
      icon: Trash2,
      label: m.clips_delete(),
      tone: 'danger',
      danger: true,
      run: () => onDelete(clip),
    },
  ];
}

/** What a pointer and the keyboard find beside the main action. */
export function ClipTools({ className, ...actor }: Actor & { className?: string }) {
  return useClipTools(actor).map(({ name, icon, label, tone, run }) => (
    <IconButton
      key={name}
      icon={icon}
      label={label}
      data-action={name}
      tone={tone}
      filled={tone === 'star'}
      className={className}
      onClick={name === 'delete' ? firstPress(run) : run}
    />
  ));
}

/** The same for a finger, in a menu. */
export function MoreClipTools({ className, ...actor }: Actor & { className?: string }) {
  const tools = useClipTools(actor);
  return (
    <IconButton
      icon={Ellipsis}
      label={m.clips_actions()}
      aria-haspopup="menu"
      className={className}
      onClick={(event) => openActions(event.currentTarget, tools)}
    />
  );
}

/** Always there: a finger cannot hover. */
export function ClipActions(actor: Actor) {
  return (
    <div className="flex flex-wrap items-center gap-0.5 px-2 pb-2">
      <ClipTools {...actor} />
      <span className="ms-auto flex items-center">
        <OpenAddress clip={actor.clip} />
        <MainAction clip={actor.clip} />
      </span>
    </div>
  );
}

function OpenAddress({ clip }: { clip: LiveClip }) {
  const address = addressIn(clip.content);
  if (!address) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={buttonStyle('ghost', 'sm')}
    >
      <ExternalLink size={14} aria-hidden />
      {m.clips_open_link()}
    </a>
  );
}

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
  const { icon: Icon, label, copies, run } = action;
  return (
    <Button size="sm" data-copy={copies ? '' : undefined} onClick={run}>
      <Icon size={14} aria-hidden />
      {label}
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
