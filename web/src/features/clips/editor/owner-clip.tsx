import { Inbox, Pencil, Save, Star, Trash2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useNavigate } from 'react-router';
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { PageBody } from '../../../ui/page-body.tsx';
import { PageDropTarget } from '../../../ui/page-drop-target.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ClipEditor } from './clip-editor.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { ClosedAddress } from '../clip/clip-address.tsx';
import { ClipHistory } from '../clip/clip-history.tsx';
import { ClipToolbar } from '../clip/clip-toolbar.tsx';
import { useDeleteClip, useToggleFavorite } from '../list/clip-mutations.api.ts';
import { EditClipTags } from '../tags/edit-clip-tags.tsx';
import { DeletedClip } from './deleted-clip.tsx';
import { useOwnerClip } from './use-owner-clip.ts';
import { SEND_KEYS, useSaveKey } from '../../../editing/send-key.ts';

export interface OwnerClipProps {
  clip: LiveClip;
  /** Deleted on another device meanwhile. */
  gone: boolean;
  heading: Ref<HTMLHeadingElement>;
  live: ReactNode;
}

export function OwnerClip({ clip, gone, heading, live }: OwnerClipProps) {
  const { editor, files, unsaved, saving, save } = useOwnerClip(clip);
  const toggleFavorite = useToggleFavorite();
  const remove = useDeleteClip();
  const navigate = useNavigate();
  useSaveKey(() => unsaved && !editor.deciding && void save());
  // The header of a phone has space for the title and one button.
  const isPhone = useMediaQuery(PHONE);
  const empty = clip.content === '' && clip.files.length === 0;

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
    <>
      <PageHeader
        title={m.clips_shared_title()}
        headingRef={heading}
        back={{ to: '/dashboard', label: m.clips_back() }}
        live={!gone && live}
        actions={
          !gone && (
            <>
              {!isPhone && marks}
              <Button
                variant="primary"
                className="max-sm:px-3"
                pending={saving}
                disabled={(!unsaved || editor.deciding) && !saving}
                onClick={() => void save()}
                aria-keyshortcuts={SEND_KEYS}
                data-tooltip={m.clips_save_key()}
              >
                {!saving && <Save size={16} aria-hidden className="max-sm:hidden" />}
                {saving ? m.clips_saving() : m.clips_save_changes()}
              </Button>
            </>
          )
        }
      />
      <PageDropTarget label={m.clips_drop()} onFiles={files.add} disabled={gone} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {gone ? (
          <DeletedClip clipId={clip.id} editor={editor} />
        ) : (
          <>
            <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="flex items-center gap-2 text-sm text-muted">
                <Pencil size={16} aria-hidden className="shrink-0" />
                {m.clips_owner_note()}
                <span className="whitespace-nowrap">
                  {m.clips_saved_age()} <RelativeTime within time={clip.updatedAt} />
                </span>
              </p>
              {editor.dirty && <Badge tone="warn">{m.clips_unsaved_changes()}</Badge>}
            </div>
            {clip.addressOpen === false && <ClosedAddress clipId={clip.id} />}
            {clip.via && (
              <p className="flex items-center gap-2 text-sm text-muted">
                <Inbox size={16} aria-hidden className="shrink-0" />
                {clip.via.label === null
                  ? m.links_came_through_link()
                  : m.links_came_through({ label: clip.via.label })}
              </p>
            )}
            <div className="flex flex-wrap items-center gap-2">
              <EditClipTags clip={clip} />
              <ClipHistory clip={clip} />
              {isPhone && <div className="ms-auto flex">{marks}</div>}
            </div>
            <ClipEditor
              editor={editor}
              files={files}
              clip={clip}
              unsaved={unsaved}
              placeholder={m.clips_content_empty()}
              filesTitle={m.clips_attached_files()}
              onRetryFiles={() => void save()}
              actions={
                <ClipToolbar
                  withDownload
                  text={editor.text}
                  clipId={clip.id}
                  share={empty ? 'not-saved' : 'yes'}
                  onFiles={files.add}
                />
              }
            />
          </>
        )}
      </PageBody>
    </>
  );
}
