import { Pencil, Save } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { SEND_KEYS, useSaveKey } from '../../../editing/send-key.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageBody } from '../../../ui/page-body.tsx';
import { PageDropTarget } from '../../../ui/page-drop-target.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ClipToolbar } from '../clip/clip-toolbar.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { ClipEditor } from './clip-editor.tsx';
import { DeletedClip } from './deleted-clip.tsx';
import { useEditableClip } from './use-editable-clip.ts';

export interface EditableClipProps {
  clip: LiveClip;
  heading: Ref<HTMLHeadingElement>;
  live: ReactNode;
  /** What the link says that lets the reader edit the text of another and add files, no more. */
  byLink?: ReactNode;
  /** Deleted on another device meanwhile. */
  gone?: boolean;
  /** Stand before the button that saves. */
  actions?: ReactNode;
  /** Stands above the text. */
  children?: ReactNode;
}

/** The page of a clip for those who may change it. */
export function EditableClip(props: EditableClipProps) {
  const { clip, byLink, gone = false } = props;
  const own = byLink === undefined;
  const { editor, files, unsaved, saving, save } = useEditableClip(clip);
  useSaveKey(() => unsaved && !editor.deciding && void save());
  const empty = clip.content === '' && clip.files.length === 0;
  return (
    <>
      <PageHeader
        title={m.clips_shared_title()}
        headingRef={props.heading}
        {...(own && { back: { to: '/dashboard', label: m.clips_back() } })}
        live={!gone && props.live}
        actions={
          !gone && (
            <>
              {props.actions}
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
        {byLink}
        {gone ? (
          <DeletedClip clipId={clip.id} editor={editor} />
        ) : (
          <>
            <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="flex items-center gap-2 text-sm text-muted">
                <Pencil size={16} aria-hidden className="shrink-0" />
                <span>
                  <span>{m.clips_owner_note()}</span>{' '}
                  {own && (
                    <span className="whitespace-nowrap">
                      <span>{m.clips_saved_age()}</span>{' '}
                      <RelativeTime within time={clip.updatedAt} />
                    </span>
                  )}
                </span>
              </p>
              {editor.dirty && <Badge tone="warn">{m.clips_unsaved_changes()}</Badge>}
            </div>
            {props.children}
            <ClipEditor
              editor={editor}
              files={files}
              clip={clip}
              unsaved={unsaved}
              placeholder={m.clips_content_empty()}
              filesTitle={m.clips_attached_files()}
              onRetryFiles={() => void save()}
              canRemoveFiles={own}
              actions={
                <ClipToolbar
                  withDownload
                  text={editor.text}
                  clipId={clip.id}
                  share={!own ? 'no' : empty ? 'not-saved' : 'yes'}
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
