import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { type LiveClip, withoutFile } from '../../../things/clip.ts';
import { isPicture } from '../../../things/content.ts';
import { FileRows } from '../../../things/file-rows.tsx';
import { type FileTools, Pictures } from '../../../things/pictures.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { toast } from '../../../ui/toast.ts';
import { patchClip, refreshLists, removeFile, rereadClip } from '../clips.api.ts';
import { useFileDownload } from './use-file-download.ts';

export { DownloadAll } from '../../../things/download-all.tsx';

export interface ClipFilesProps {
  clip: LiveClip;
  canRemove: boolean;
}

/** Pictures first and large, then everything else as rows. */
export function ClipFiles({ clip, canRemove }: ClipFilesProps) {
  const client = useQueryClient();
  const pictures = clip.files.filter(({ type }) => isPicture(type));
  const others = clip.files.filter(({ type }) => !isPicture(type));
  const { list, leaving, nextFocus } = useGridFocus<HTMLDivElement>(
    [...pictures, ...others].map(({ id }) => id),
  );
  // One read renews all links; if they stay broken, it was not for their age.
  const renewedFor = useRef('');
  const tools: FileTools = {
    download: useFileDownload(clip.id),
    reread: async ({ id }) =>
      (await rereadClip(client, clip.id)).files.find((file) => file.id === id),
    renew() {
      if (renewedFor.current === clip.id) return;
      renewedFor.current = clip.id;
      void rereadClip(client, clip.id).catch(() => console.warn('Could not renew the links'));
    },
    remove: canRemove ? remove : undefined,
  };

  async function remove(file: StoredFile, from: 'page' | 'lightbox'): Promise<boolean> {
    const sure = await confirm({
      title: m.clips_file_remove_title(),
      description: withSlots(
        m.clips_file_remove_text({ name: slot(0) }),
        <bdi translate="no">{file.name}</bdi>,
      ),
      confirm: m.clips_file_remove_confirm(),
      ...(from === 'page' && { finalFocus: nextFocus }),
    });
    if (!sure) return false;
    if (from === 'page') leaving(file.id);
    try {
      await removeFile(clip.id, file.id);
    } catch (error) {
      toastFailure(m.clips_file_remove_failed(), error);
      return false;
    }
    patchClip(client, clip.id, (known) => withoutFile(known, file.id));
    void refreshLists(client);
    toast.success(m.clips_file_removed(), file.name);
    return true;
  }

  return (
    <div ref={list} className="flex flex-col gap-3">
      <Pictures files={pictures} tools={tools} />
      {others.length > 0 && <FileRows files={others} tools={tools} />}
    </div>
  );
}
