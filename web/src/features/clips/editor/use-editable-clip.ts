import { failureText } from '../../../lib/api-error.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { useState } from 'react';
import type { LiveClip } from '../clip-shape.ts';
import { useClipEditor } from './use-clip-editor.ts';
import { useClipFiles, useUploadToClip, uploadedText } from './use-clip-files.ts';

export const tellUpdateFailed = (error: unknown): void =>
  toastFailure(
    m.clips_update_failed({ reason: failureText(error, m.clips_unknown_error()) }),
    error,
    null,
  );

/** Text and files of a clip under edit, and the one button that saves both. */
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
