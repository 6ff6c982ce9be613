import { CloudOff, Paperclip, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { type KeptClip, useKept } from '../../../offline/keeper.ts';
import { m } from '../../../paraglide/messages.js';
import { isCode } from '../../../things/content.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Textarea } from '../../../ui/field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { OpenLinks, PrintedText } from '../../../ui/text.tsx';
import { CopyContent, DownloadText } from '../clip/clip-buttons.tsx';
import { FromLink } from '../../../things/from-link.tsx';
import { ClipTags } from '../tags/tag-dot.tsx';
import { OfflineNote } from './offline-note.tsx';

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
  return (
    <>
      <OfflineNote at={kept.at} />
      <p className="text-sm text-muted">{m.clips_kept_note()}</p>
      <KeptFacts clip={clip} />
      <Textarea
        readOnly
        aria-label={m.clips_content()}
        placeholder={clip.files.length > 0 ? m.clips_only_files() : m.clips_content_empty()}
        value={clip.content}
        mono={isCode(clip.content)}
        className="field-sizing-content max-h-[calc(100dvh-16rem)] min-h-60 resize-none!"
      />
      <OpenLinks text={clip.content} />
      <PrintedText text={clip.content} mono={isCode(clip.content)} />
      {clip.content !== '' && (
        <div className="flex gap-2">
          <CopyContent text={clip.content} variant="primary" />
          <DownloadText text={clip.content} clipId={clip.id} />
        </div>
      )}
    </>
  );
}

function KeptFacts({ clip: { createdAt, isFavorite, tags, files, via } }: { clip: KeptClip }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <RelativeTime time={createdAt} />
      {isFavorite && (
        <span className="flex items-center gap-2">
          <Star size={16} aria-hidden fill="currentColor" className="shrink-0 text-star" />
          {m.clips_favorite()}
        </span>
      )}
      {files.length > 0 && (
        <span className="flex items-center gap-2">
          <Paperclip size={16} aria-hidden className="shrink-0" />
          <span>{m.clips_kept_without_files({ count: files.length })}</span>
        </span>
      )}
      <FromLink via={via} />
      <ClipTags tags={tags} />
    </div>
  );
}
