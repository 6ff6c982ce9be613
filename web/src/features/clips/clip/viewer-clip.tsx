import { Eye } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { lazyPart } from '../../../ui/lazy.tsx';
import { kindOf } from '../../../lib/content-kind.ts';
import type { LiveClip } from '../clip-shape.ts';
import { OpenLinks } from '../../../ui/open-links.tsx';
import { PrintedText } from '../../../ui/printed-text.tsx';
import { ClipColumns } from './clip-columns.tsx';
import { ClipToolbar } from './clip-toolbar.tsx';

const AttachedFiles = lazyPart(() => import('./attached-files.tsx'), 'AttachedFiles');

/** What everyone with the link sees: to read, copy and take along. `byLink`: by one with limits. */
export function ViewerClip({ clip, byLink = false }: { clip: LiveClip; byLink?: boolean }) {
  const mono =
    kindOf({ content: clip.content, fileName: null, filePath: null, fileType: null }) === 'code';
  return (
    <>
      <p className="flex items-center gap-2 text-sm text-muted">
        <Eye size={16} aria-hidden className="shrink-0" />
        {m.clips_viewer_note()}
      </p>
      <ClipColumns
        stacked={clip.content === ''}
        text={
          <>
            <Field label={m.clips_viewer_label()}>
              {(control) => (
                <Textarea
                  {...control}
                  readOnly
                  mono={mono}
                  placeholder={m.clips_only_files()}
                  value={clip.content}
                  className={classNames(
                    'field-sizing-content max-h-[70dvh] resize-none! bg-surface!',
                    clip.content === '' ? 'min-h-12' : 'min-h-48',
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
            share={byLink ? 'no' : 'yes'}
          />
        }
        files={
          clip.files.length > 0 && (
            <AttachedFiles title={m.clips_attached_files()} clip={clip} canRemove={false} />
          )
        }
      />
    </>
  );
}
