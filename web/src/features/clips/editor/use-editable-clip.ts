import { useState } from 'react';
import type { LiveClip } from '../clip-shape.ts';
import { notify } from '../clips.messages.ts';
import { useClipEditor } from './use-clip-editor.ts';
import { useClipFiles, useUploadToClip } from './use-clip-files.ts';

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
      return void notify.nothingToSave();
    setSaving(true);
    try {
      // Otherwise another text was saved in between, and both are on the screen now.
      if (editor.dirty && !(await editor.save())) return;
      const { uploaded, complete } = await upload(key, clip.id);
      if (complete) notify.updated(uploaded.length > 0);
    } catch (error) {
      notify.updateFailed(error);
    } finally {
      setSaving(false);
    }
  }

  return { editor, files, unsaved: editor.dirty || waiting > 0, saving, save };
}
