import { CloudOff, Paperclip, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindOf } from '../../../lib/content-kind.ts';
import type { KeptClip } from '../../../offline/kept-store.ts';
import { useKept } from '../../../offline/use-kept.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { OpenLinks } from '../../../ui/open-links.tsx';
import { PrintedText } from '../../../ui/printed-text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { ClipColumns } from '../clip/clip-columns.tsx';
import { ClipToolbar } from '../clip/clip-toolbar.tsx';
import { FromLink } from '../list/from-link.tsx';
import { ClipTags } from '../tags/clip-tags.tsx';
import { OfflineNote } from './offline-note.tsx';

/** One clip as this device keeps it, which is its owner's: to be read and copied. */
export function KeptClipText({ clipId, otherwise }: { clipId: string; otherwise: ReactNode }) {
  const kept = useKept();
  if (kept === undefined) return null;
  if (kept === null) return otherwise;
  const clip = kept.clips.find(({ id }) => id === clipId);
  if (!clip)
    return (
      <EmptyState
        icon={CloudOff}
        text={m.clips_not_kept()}
        action={<ButtonLink to="/clips">{m.clips_go_to_clips()}</ButtonLink>}
      />
    );
  const mono = kindOf(clip) === 'code';
  return (
    <>
      <OfflineNote at={kept.at} />
      <p className="text-sm text-muted">{m.clips_kept_note()}</p>
      <KeptFacts clip={clip} />
      <ClipColumns
        text={
          <>
            <Textarea
              aria-label={m.clips_content()}
              readOnly
              mono={mono}
              placeholder={clip.fileCount > 0 ? m.clips_only_files() : m.clips_content_empty()}
              value={clip.content}
              className="field-sizing-content max-h-[calc(100dvh-16rem)] min-h-60 resize-none!"
            />
            <OpenLinks text={clip.content} />
            <PrintedText text={clip.content} mono={mono} />
          </>
        }
        files={null}
        actions={
          <ClipToolbar forReader withDownload text={clip.content} clipId={clip.id} share="no" />
        }
      />
    </>
  );
}

/** What its owner marked it with, when it was made, and what of it is not here. */
function KeptFacts({ clip: { createdAt, isFavorite, tags, fileCount, via } }: { clip: KeptClip }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <RelativeTime time={createdAt} />
      {isFavorite && (
        <span className="flex items-center gap-2">
          <Star size={16} aria-hidden fill="currentColor" className="shrink-0 text-star" />
          {m.clips_favorite()}
        </span>
      )}
      {fileCount > 0 && (
        <span className="flex items-center gap-2">
          <Paperclip size={16} aria-hidden className="shrink-0" />
          <span>{m.clips_kept_without_files({ count: fileCount })}</span>
        </span>
      )}
      <FromLink via={via} />
      <ClipTags tags={tags} />
    </div>
  );
}
