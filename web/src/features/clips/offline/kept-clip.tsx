import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindOf } from '../../../lib/content-kind.ts';
import { useKept } from '../../../offline/use-kept.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { ClipColumns } from '../clip/clip-columns.tsx';
import { ClipToolbar } from '../clip/clip-toolbar.tsx';
import { OfflineNote } from './offline-note.tsx';

/** One clip as this device keeps it: to be read and copied. */
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
      <ClipColumns
        text={
          <Field label={m.clips_viewer_label()}>
            {(control) => (
              <Textarea
                {...control}
                readOnly
                mono={kindOf(clip) === 'code'}
                placeholder={m.clips_only_files()}
                value={clip.content}
                className={classNames(
                  'field-sizing-content max-h-[70dvh] resize-none! bg-surface!',
                  clip.content === '' ? 'min-h-12' : 'min-h-48',
                )}
              />
            )}
          </Field>
        }
        files={null}
        actions={
          <ClipToolbar forReader withDownload text={clip.content} clipId={clip.id} share="no" />
        }
      />
    </>
  );
}
