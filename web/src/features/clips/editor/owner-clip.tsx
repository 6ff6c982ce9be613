import { Inbox, Star, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ClosedAddress } from '../clip/clip-address.tsx';
import { ClipHistory } from '../clip/clip-history.tsx';
import { useDeleteClip, useToggleFavorite } from '../list/clip-mutations.api.ts';
import { EditClipTags } from '../tags/edit-clip-tags.tsx';
import { EditableClip, type EditableClipProps } from './editable-clip.tsx';

export { EditableClip };

export type OwnerClipProps = Required<
  Pick<EditableClipProps, 'clip' | 'gone' | 'heading' | 'live'>
>;

export function OwnerClip({ clip, ...page }: OwnerClipProps) {
  const toggleFavorite = useToggleFavorite();
  const remove = useDeleteClip();
  const navigate = useNavigate();
  // The header of a phone has space for the title and one button.
  const isPhone = useMediaQuery(PHONE);

  const marks = (
    <>
      <IconButton
        icon={Star}
        label={clip.isFavorite ? m.clips_favorite_remove() : m.clips_favorite_add()}
        filled={clip.isFavorite}
        tone={clip.isFavorite ? 'star' : 'muted'}
        onClick={() => toggleFavorite(clip)}
      />
      <IconButton
        icon={Trash2}
        label={m.clips_delete()}
        tone="danger"
        onClick={() => {
          remove(clip);
          void navigate('/clips');
        }}
      />
    </>
  );

  return (
    <EditableClip clip={clip} {...page} actions={!isPhone && marks}>
      {clip.addressOpen === false && <ClosedAddress clipId={clip.id} />}
      {clip.via && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Inbox size={16} aria-hidden className="shrink-0" />
          <span>
            {clip.via.label === null
              ? m.links_came_through_link()
              : m.links_came_through({ label: clip.via.label })}
          </span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <EditClipTags clip={clip} />
        <ClipHistory clip={clip} />
        {isPhone && <div className="ms-auto flex">{marks}</div>}
      </div>
    </EditableClip>
  );
}
