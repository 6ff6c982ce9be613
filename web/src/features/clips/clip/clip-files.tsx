import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { canCopyImages } from '../../../lib/copy.ts';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { type LiveClip, withoutFile } from '../../../things/clip.ts';
import { isPicture } from '../../../things/content.ts';
import { DownloadAll } from '../../../things/download-all.tsx';
import { FileRows } from '../../../things/file-rows.tsx';
import { type FileTools, Pictures } from '../../../things/pictures.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { copyImageAndTell } from '../../../ui/copy-text.ts';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { toast } from '../../../ui/toast.ts';
import { patchClip, refreshLists, removeFile, rereadClip } from '../clips.api.ts';
import { useFileDownload } from './use-file-download.ts';

interface FilesActionProps {
  clip: LiveClip;
  /** Whether they are what the page is for. */
  isMain: boolean;
  /** At the thumb. */
  large?: boolean;
}

/** All of them with one press; one that is no picture has its button in its row. */
export function FilesAction({ clip: { id, files }, isMain, large }: FilesActionProps) {
  const client = useQueryClient();
  const [only] = files;
  const look = {
    variant: isMain ? 'primary' : 'secondary',
    size: large ? 'lg' : 'sm',
    className: large ? 'h-13 flex-1' : '',
  } as const;
  if (files.length === 1 && only && isPicture(only.type) && canCopyImages(only.size))
    return (
      <Button {...look} onClick={() => void copyImageAndTell(only.url)}>
        <Copy size={16} aria-hidden />
        {m.clips_copy_image()}
      </Button>
    );
  return (
    <DownloadAll
      {...look}
      count={files.length}
      name={`clip-${id}`}
      read={async () => (await rereadClip(client, id)).files}
    />
  );
}

export interface ClipFilesProps extends FilesActionProps {
  canRemove: boolean;
  onAdd?: ((files: File[]) => void) | undefined;
}

/** Pictures first and large, then everything else as rows. */
export function ClipFiles({ clip, canRemove, isMain, onAdd }: ClipFilesProps) {
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
      <Pictures files={pictures} tools={tools} onAdd={onAdd} />
      {others.length > 0 && (
        <FileRows files={others} tools={tools} isMain={isMain && clip.files.length === 1} />
      )}
    </div>
  );
}
