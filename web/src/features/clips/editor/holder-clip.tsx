import { Pencil, Save } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { SEND_KEYS, useSaveKey } from '../../../editing/send-key.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageBody } from '../../../ui/page-body.tsx';
import { PageDropTarget } from '../../../ui/page-drop-target.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ClipToolbar } from '../clip/clip-toolbar.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { ClipEditor } from './clip-editor.tsx';
import { useOwnerClip } from './use-owner-clip.ts';

export interface HolderClipProps {
  clip: LiveClip;
  heading: Ref<HTMLHeadingElement>;
  live: ReactNode;
  notice: ReactNode;
}

/** A clip of another owner that a link lets the reader edit: text and further files, no more. */
export function HolderClip({ clip, heading, live, notice }: HolderClipProps) {
  const { editor, files, unsaved, saving, save } = useOwnerClip(clip);
  useSaveKey(() => unsaved && !editor.deciding && void save());
  return (
    <>
      <PageHeader
        title={m.clips_shared_title()}
        headingRef={heading}
        live={live}
        actions={
          <Button
            variant="primary"
            pending={saving}
            disabled={(!unsaved || editor.deciding) && !saving}
            onClick={() => void save()}
            aria-keyshortcuts={SEND_KEYS}
            data-tooltip={m.clips_save_key()}
          >
            {!saving && <Save size={16} aria-hidden />}
            {saving ? m.clips_saving() : m.clips_save_changes()}
          </Button>
        }
      />
      <PageDropTarget label={m.clips_drop()} onFiles={files.add} />
      <PageBody className="flex flex-1 flex-col gap-4">
        {notice}
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex items-center gap-2 text-sm text-muted">
            <Pencil size={16} aria-hidden className="shrink-0" />
            {m.clips_owner_note()}
          </p>
          {editor.dirty && <Badge tone="warn">{m.clips_unsaved_changes()}</Badge>}
        </div>
        <ClipEditor
          editor={editor}
          files={files}
          clip={clip}
          unsaved={unsaved}
          placeholder={m.clips_content_empty()}
          filesTitle={m.clips_attached_files()}
          onRetryFiles={() => void save()}
          canRemoveFiles={false}
          actions={
            <ClipToolbar
              withDownload
              text={editor.text}
              clipId={clip.id}
              share="no"
              onFiles={files.add}
            />
          }
        />
      </PageBody>
    </>
  );
}
