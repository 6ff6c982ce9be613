import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Saved } from '../../../editing/editor-state.ts';
import { type TextEditor, useTextEditor } from '../../../editing/use-text-editor.ts';
import { ApiError, failureText } from '../../../lib/api-error.ts';
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

export const savedOf = (clip: LiveClip): Saved => ({
  content: clip.content,
  version: clip.contentVersion,
  by: clip.contentBy,
});

/**
 * The text of a clip under edit. The clip may not be known yet, or never for a visitor, who cannot
 * save.
 */
export function useClipEditor(clip: LiveClip | undefined, draftKey: string): TextEditor {
  const client = useQueryClient();
  const id = clip?.id ?? '';
  return useTextEditor(
    {
      saved: clip && savedOf(clip),
      async read(conflict) {
        const by = conflict instanceof ApiError ? authorIn(conflict.body) : undefined;
        return { ...savedOf(await rereadClip(client, id)), by };
      },
      async save(text, version) {
        const saved = await saveText(id, text, version);
        keepClip(client, saved);
        void refreshLists(client);
        return savedOf(saved);
      },
    },
    draftKey,
  );
}

const tooLarge = (names: readonly string[]) =>
  void toast.error(m.clips_files_too_large({ names: names.join(', ') }));

export const useClipFiles = (key: string): FileQueue => useFileQueue(key, tooLarge);

export function useUploadToClip() {
  const client = useQueryClient();
  return async (
    key: string,
    clipId: string,
  ): Promise<{ uploaded: StoredFile[]; complete: boolean }> => {
    const outcome = await uploadFiles(
      key,
      async (chosen, options) => {
        const file = await uploadFile(clipId, chosen, options);
        patchClip(client, clipId, (clip) => withFile(clip, file));
        return file;
      },
      { failure: m.clips_upload_failed() },
    );
    if (outcome.uploaded.length > 0) await rereadClip(client, clipId).catch(() => null);
    return outcome;
  };
}

export const uploadedText = (uploaded: readonly unknown[]): string | undefined =>
  uploaded.length > 0 ? m.clips_files_uploaded() : undefined;

export const tellUpdateFailed = (error: unknown): void =>
  toastFailure(
    m.clips_update_failed({ reason: failureText(error, m.clips_unknown_error()) }),
    error,
    null,
  );

export function useEditableClip(clip: LiveClip) {
  const key = `clip:${clip.id}`;
  const editor = useClipEditor(clip, key);
  const files = useClipFiles(key);
  const upload = useUploadToClip();
  const [saving, setSaving] = useState(false);
  const waiting = files.waiting.length + files.failed.length;

  async function save(): Promise<void> {
    if (saving) return;
    if (editor.text.trim() === '' && waiting === 0 && clip.files.length === 0)
      return void toast.error(m.clips_nothing_to_save());
    setSaving(true);
    try {
      // Otherwise another text was saved in between, and both are on the screen now.
      if (editor.dirty && !(await editor.save())) return;
      const { uploaded, complete } = await upload(key, clip.id);
      if (complete) toast.success(m.clips_updated(), uploadedText(uploaded));
    } catch (error) {
      tellUpdateFailed(error);
    } finally {
      setSaving(false);
    }
  }

  return { editor, files, unsaved: editor.dirty || waiting > 0, saving, save };
}
