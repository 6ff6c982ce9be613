import { useState } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import type { LiveClip } from './clip-shape.ts';
import { say } from './clips.messages.ts';
import { useClipEditor } from './use-clip-editor.ts';
import { usePendingFiles, useUpload } from './use-pending-files.ts';

/** Text and files of a clip in the hands of its owner, and the one button that saves both. */
export function useOwnerClip(clip: LiveClip) {
  const place = `clip:${clip.id}`;
  const editor = useClipEditor(clip, place);
  const files = usePendingFiles(place);
  const upload = useUpload();
  const [saving, setSaving] = useState(false);
  const waiting = files.waiting.length + files.failed.length;

  async function save(): Promise<void> {
    if (saving) return;
    if (editor.text.trim() === '' && waiting === 0 && clip.files.length === 0)
      return void say.nothingToSave();
    setSaving(true);
    try {
      // Null: somebody else saved in between, and both texts are on the screen now.
      if (editor.dirty && !(await editor.save())) return;
      const { uploaded, complete } = await upload(place, clip.id);
      if (complete) say.updated(uploaded.length > 0);
    } catch (error) {
      if (!endedSession(error)) say.updateFailed(error);
    } finally {
      setSaving(false);
    }
  }

  return { editor, files, unsaved: editor.dirty || waiting > 0, saving, save };
}
