import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { isCode } from '../../../things/content.ts';
import { keepPlace } from '../../../lib/written.ts';
import { m } from '../../../paraglide/messages.js';
import { TextField } from '../../../things/content-card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { LiveClip } from '../../../things/clip.ts';
import { AttachedFiles } from './attached-files.tsx';
import { ClipColumns } from './clip-columns.tsx';
import { ClipToolbar } from './clip-toolbar.tsx';

export function ViewerClip({ clip, byLink }: { clip: LiveClip; byLink?: ReactNode }) {
  const mono = isCode(clip.content);
  return (
    <div
      className={classNames(
        'mx-auto flex w-full flex-1 flex-col gap-4',
        // A text is read in lines of 65 characters, code as wide as it was written.
        mono ? 'max-w-240' : 'max-w-178',
      )}
    >
      {byLink}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-muted">
        <p className="flex items-center gap-2">
          <Eye size={16} aria-hidden className="shrink-0" />
          {m.clips_viewer_note()}
        </p>
        <p className="whitespace-nowrap">
          {m.clips_saved_age()} <RelativeTime within time={clip.updatedAt} />
        </p>
      </div>
      <ClipColumns
        stacked
        text={
          <TextField
            ref={keepPlace}
            isLabelled
            label={m.clips_viewer_label()}
            placeholder={m.clips_only_files()}
            text={clip.content}
            className={classNames(
              'max-h-[70dvh] rounded-card! border-line! bg-surface! shadow-card md:px-8! md:py-7!',
              !mono && 'text-md! leading-[26px]!',
            )}
          />
        }
        actions={
          <ClipToolbar
            forReader
            withDownload
            text={clip.content}
            clipId={clip.id}
            share={byLink === undefined ? 'yes' : 'no'}
          />
        }
        files={
          clip.files.length > 0 && (
            <AttachedFiles title={m.clips_attached_files()} clip={clip} canRemove={false} />
          )
        }
      />
    </div>
  );
}
