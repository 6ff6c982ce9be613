import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { downloadFile } from '../../lib/download.ts';
import { rereadClip } from './clips.api.ts';
import { say } from './clips.messages.ts';

/** Saves a file of a clip. A link that has outlived itself is renewed by reading the clip again. */
export function useFileDownload(clipId: string) {
  const client = useQueryClient();
  const freshUrl = async (file: StoredFile): Promise<string | undefined> => {
    const clip = await rereadClip(client, clipId);
    return clip.files.find(({ id }) => id === file.id)?.url;
  };
  return async (file: StoredFile): Promise<void> => {
    if (!file.url) return void say.noFileUrl();
    say.downloading(file.name);
    try {
      await downloadFile(file, () => freshUrl(file));
    } catch {
      say.downloadFailed();
    }
  };
}
