import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import type { Saved } from '../../../editing/editor-state.ts';
import { useTextEditor, type TextEditor } from '../../../editing/use-text-editor.ts';
import type { LiveClip } from '../clip-shape.ts';
import { authorIn } from '../name-of-author.ts';
import { keepClip, refreshLists, rereadClip, saveText } from '../clips.api.ts';

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
