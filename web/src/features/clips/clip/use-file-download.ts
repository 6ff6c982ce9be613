import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { download } from '../../../live/downloads.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import { rereadClip } from '../clips.api.ts';

/** Saves a file of a clip. A link that has outlived itself is renewed by reading the clip again. */
export function useFileDownload(clipId: string) {
  const client = useQueryClient();
  return ({ id, name, url }: StoredFile): Promise<void> =>
    download({
      name,
      url,
      started: () => toast.success(m.clips_downloading({ name })),
      renew: async () =>
        (await rereadClip(client, clipId)).files.find((file) => file.id === id)?.url,
    });
}
