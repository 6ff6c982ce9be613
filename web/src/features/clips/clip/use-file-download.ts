import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { download } from '../../../things/downloads.ts';
import { toast } from '../../../ui/toast.ts';
import { rereadClip } from '../clips.api.ts';

export function useFileDownload(clipId: string) {
  const client = useQueryClient();
  return (file: StoredFile): Promise<void> =>
    download(
      file,
      async () => (await rereadClip(client, clipId)).files,
      (name) => toast.success(m.clips_downloading({ name })),
    );
}
