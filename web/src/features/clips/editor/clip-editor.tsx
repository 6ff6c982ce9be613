import { findFirst, searchWords } from '@clipline/contract/folding.ts';
import { Paperclip, RotateCw } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useLocation } from 'react-router';
import { EditorConflict } from '../../../editing/editor-conflict.tsx';
import { useLeaveWarning } from '../../../editing/send-key.ts';
import { UnsavedNotice } from '../../../editing/unsaved-notice.tsx';
import type { TextEditor } from '../../../editing/use-text-editor.ts';
import { maxFileBytes, PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { wholeSize } from '../../../lib/format.ts';
import { selectInSight } from '../../../lib/select-in-sight.ts';
import { getSessionState } from '../../../session/session.ts';
import { isPicture } from '../../../things/content.ts';
import { UnfinishedHere } from '../../../things/unfinished-here.tsx';
import { UploadRows } from '../../../things/uploading.tsx';
import type { QueuedFile } from '../../../things/sending/sending.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isTypingEarly } from '../../../ui/early-typing.ts';
import { Status } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toast.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { AttachedFiles, FilesAction } from '../clip/attached-files.tsx';
import { EditedText } from './edited-text.tsx';
import { type ClipEdit, tellUpdateFailed } from './use-clip-editor.ts';

interface FileListProps {
  title: string;
  hint?: string;
  items: readonly QueuedFile[];
  onRemove: (id: string) => void;
  action?: ReactNode;
}

const isUnderWay = ({ state }: QueuedFile) => state === 'uploading';

function FileList({ title, hint, items, onRemove, action }: FileListProps) {
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 id={heading} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </div>
      <UploadRows
        files={items}
        onRemove={onRemove}
        className="grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))]"
      />
      {/* Beside the heading it would take a line where words are long, and go with the save. */}
      {hint && (
        <p className={classNames('text-sm text-muted', items.some(isUnderWay) && 'invisible')}>
          {hint}
        </p>
      )}
    </section>
  );
}

export interface ClipEditorProps {
  edit: ClipEdit;
  clip: LiveClip | undefined;
  isNew?: boolean;
  /** Writing is what the page is for; not where it would raise a keyboard over the page. */
  startFocused?: boolean;
  /** The holder of a link adds files and takes none away. */
  canRemoveFiles?: boolean;
  /** Where it stands within reach of the thumb. */
  save?: ReactNode;
}

export function ClipEditor(props: ClipEditorProps) {
  const { edit, clip, isNew = false, canRemoveFiles = true } = props;
  const { editor, files } = edit;
  useLeaveWarning(edit.unsaved);
  useKeptNotice(editor.dirty);
  const field = useRef<HTMLTextAreaElement>(null);
  const isPhone = useMediaQuery(PHONE);
  const { startFocused } = props;
  const start = useEffectEvent(() => {
    if (isTypingEarly() || matchMedia('(pointer: fine)').matches) field.current?.focus();
  });
  // Before another key is pressed.
  useLayoutEffect(() => {
    if (startFocused) start();
  }, [startFocused]);
  useFirstHit(field, editor.text);
  const chosen = files.files.length;
  const attached = clip?.files.length ?? 0;
  const [only] = clip?.files ?? [];
  // At rest the thumb has what the clip is for.
  const rests =
    isPhone &&
    !isNew &&
    !edit.unsaved &&
    editor.text === '' &&
    only !== undefined &&
    (attached > 1 || isPicture(only.type));
  const saveChosen = async (text: Parameters<TextEditor['save']>[0]) => {
    try {
      if (await editor.save(text)) toast.success(m.clips_updated());
    } catch (error) {
      tellUpdateFailed(error);
    }
  };
  return (
    <>
      <Status>{!editor.deciding && <UnsavedNotice editor={editor} />}</Status>
      {editor.deciding ? (
        <EditorConflict own editor={editor} onSave={(text) => void saveChosen(text)} />
      ) : (
        <>
          <FileList
            title={m.clips_pending_files()}
            hint={m.clips_pending_files_hint()}
            items={files.waiting}
            onRemove={files.remove}
          />
          <FileList
            title={m.clips_not_uploaded()}
            items={files.failed}
            onRemove={files.remove}
            action={
              <Button size="sm" onClick={() => void edit.save()}>
                <RotateCw size={16} aria-hidden />
                {m.ui_try_again()}
              </Button>
            }
          />
          {clip && <UnfinishedHere kind="clip" id={clip.id} />}
          {clip && attached > 0 && (
            <AttachedFiles
              title={isNew ? m.clips_uploaded_files() : m.clips_attached_files()}
              clip={clip}
              canRemove={canRemoveFiles}
              isMain={!edit.unsaved && !isNew}
              bare={rests}
              onAdd={isPhone ? undefined : files.add}
            />
          )}
          <EditedText
            ref={field}
            edit={edit}
            clipId={clip?.id ?? null}
            isNew={isNew}
            hasFiles={attached > 0}
            save={rests && clip ? <FilesAction clip={clip} isMain large /> : props.save}
          />
          {chosen + attached === 0 && (
            <p className="flex items-center gap-2 text-xs text-muted max-md:hidden">
              <Paperclip size={14} aria-hidden className="shrink-0" />
              {m.clips_drop_hint({ limit: wholeSize(maxFileBytes()) })}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Who comes from a search finds the first of what was looked for selected and in sight. */
function useFirstHit(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  const { key, state } = useLocation();
  const { search = '' } = (state ?? {}) as { search?: string };
  const selectFirst = useEffectEvent(() => {
    const hit = search === '' ? undefined : findFirst(text, searchWords(search));
    if (hit && field.current) selectInSight(field.current, hit);
  });
  useEffect(() => selectFirst(), [key, search]);
}

function useKeptNotice(dirty: boolean): void {
  const latest = useRef(dirty);
  useEffect(() => {
    latest.current = dirty;
  });
  useEffect(
    () => () => {
      const session = getSessionState();
      // Logging out removes what was kept; an expired session has a message of its own.
      const ended = session.status === 'signed-out' && session.endedBy !== null;
      if (latest.current && !ended) toast.success(m.clips_kept(), m.clips_kept_text());
    },
    [],
  );
}
