import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindOf } from '../../../lib/content-kind.ts';
import { keepPlace } from '../../../lib/written.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { OpenLinks, PrintedText } from '../../../ui/text.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { AttachedFiles } from './attached-files.tsx';
import { ClipColumns } from './clip-columns.tsx';
import { ClipToolbar } from './clip-toolbar.tsx';

/** What everyone with the address sees, to read, copy and take along; or `byLink`, what that says. */
export function ViewerClip({ clip, byLink }: { clip: LiveClip; byLink?: ReactNode }) {
  const mono =
    kindOf({ content: clip.content, fileName: null, filePath: null, fileType: null }) === 'code';
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
          <>
            <Field label={m.clips_viewer_label()}>
              {(control) => (
                <Textarea
                  {...control}
                  ref={keepPlace}
                  readOnly
                  mono={mono}
                  placeholder={m.clips_only_files()}
                  value={clip.content}
                  className={classNames(
                    'field-sizing-content max-h-[70dvh] resize-none! rounded-card! border-line! bg-surface! shadow-card md:px-8! md:py-7!',
                    !mono && 'text-md! leading-[26px]!',
                  )}
                />
              )}
            </Field>
            <OpenLinks text={clip.content} />
            <PrintedText text={clip.content} mono={mono} />
          </>
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
