import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Saved } from '../../../editing/editor-state.ts';
import { type TextEditor, useTextEditor } from '../../../editing/use-text-editor.ts';
import { ApiError, failureText } from '../../../lib/api-error.ts';
import { maxFile } from '../../../lib/format.ts';
import { toastFailure } from '../../../live/failures.ts';
import { type FileQueue, uploadFiles, useFileQueue } from '../../../things/uploads.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { authorIn, type LiveClip, withFile } from '../../../things/clip.ts';
import {
  keepClip,
  patchClip,
  refreshLists,
  rereadClip,
  saveText,
  uploadFile,
} from '../clips.api.ts';

export const keyOf = (clipId: string): string => `clip:${clipId}`;

export const savedOf = (clip: LiveClip): Saved => ({
  content: clip.content,
  version: clip.contentVersion,
  by: clip.contentBy,
});

const tooLarge = (names: readonly string[]) =>
  void toast.error(m.clips_files_too_large({ names: names.join(', '), limit: maxFile() }));

export const tellUpdateFailed = (error: unknown): void =>
  toastFailure(
    m.clips_update_failed({ reason: failureText(error, m.clips_unknown_error()) }),
    error,
    null,
  );

export interface ClipEdit {
  readonly editor: TextEditor;
  readonly files: FileQueue;
  readonly unsaved: boolean;
  readonly saving: boolean;
  readonly save: () => Promise<void>;
}

interface EditedClip {
  /** Not known yet, or never for a visitor, who cannot save. */
  readonly clip: LiveClip | undefined;
  readonly key: string;
  readonly saved: string;
  readonly onFailed: (error: unknown) => void;
  /** Makes the clip of the text, where it is none yet: its id. */
  readonly create?: ((editor: TextEditor, files: FileQueue) => Promise<string>) | undefined;
}

export function useClipEdit({ clip, key, saved, onFailed, create }: EditedClip): ClipEdit {
  const client = useQueryClient();
  const id = clip?.id ?? '';
  const editor = useTextEditor(
    {
      saved: clip && savedOf(clip),
      async read(conflict) {
        const by = conflict instanceof ApiError ? authorIn(conflict.body) : undefined;
        return { ...savedOf(await rereadClip(client, id)), by };
      },
      async save(text, version) {
        const now = keepClip(client, await saveText(id, text, version));
        void refreshLists(client);
        return savedOf(now);
      },
    },
    key,
  );
  const files = useFileQueue(key, tooLarge);
  const [saving, setSaving] = useState(false);
  const waiting = files.waiting.length + files.failed.length;

  async function upload(clipId: string) {
    const outcome = await uploadFiles(
      keyOf(clipId),
      async (chosen, options) => {
        const file = await uploadFile(clipId, chosen, options);
        patchClip(client, clipId, (known) => withFile(known, file));
        return file;
      },
      { failure: m.clips_upload_failed() },
    );
    if (outcome.uploaded.length > 0) void rereadClip(client, clipId).catch(() => null);
    return outcome;
  }

  async function save(): Promise<void> {
    if (saving || !clip) return;
    if (editor.text.trim() === '' && waiting === 0 && clip.files.length === 0)
      return void toast.error(m.clips_nothing_to_save());
    setSaving(true);
    try {
      const clipId = create ? await create(editor, files) : id;
      // Otherwise another text was saved in between, and both are on the screen now.
      if (!create && editor.dirty && !(await editor.save())) return;
      const { uploaded, complete } = await upload(clipId);
      if (complete)
        toast.success(saved, uploaded.length > 0 ? m.clips_files_uploaded() : undefined);
    } catch (error) {
      onFailed(error);
    } finally {
      setSaving(false);
    }
  }

  return { editor, files, unsaved: editor.dirty || waiting > 0, saving, save };
}
