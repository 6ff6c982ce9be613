import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { uploadFiles, useFileQueue, type FileQueue } from '../../../live/uploads.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { withFile } from '../clip-shape.ts';
import { patchClip, rereadClip, uploadFile } from '../clips.api.ts';

const tooLarge = (names: readonly string[]) =>
  void toast.error(m.clips_files_too_large({ names: names.join(', ') }));

/** Files that wait for the clip to be saved. */
export const useClipFiles = (key: string): FileQueue => useFileQueue(key, tooLarge);

/** Uploads what waits to a clip, and shows each file as it arrives. */
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

/** Said beside a saved text. */
export const uploadedText = (uploaded: readonly unknown[]): string | undefined =>
  uploaded.length > 0 ? m.clips_files_uploaded() : undefined;
