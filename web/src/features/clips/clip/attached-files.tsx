import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { kilobytes } from '../../../lib/format.ts';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, IconButton } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { FilePreview, FileRow } from '../../../things/files.tsx';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { toast } from '../../../ui/toast.ts';
import { type LiveClip, withoutFile } from '../../../things/clip.ts';
import { patchClip, refreshLists, removeFile, rereadClip } from '../clips.api.ts';
import { useFileDownload } from './use-file-download.ts';

export function AttachedFiles({
  title,
  clip,
  canRemove,
}: {
  title: string;
  clip: LiveClip;
  canRemove: boolean;
}) {
  const heading = useId();
  const client = useQueryClient();
  const download = useFileDownload(clip.id);
  const { list, leaving, nextFocus } = useGridFocus(clip.files.map(({ id }) => id));
  // One read renews all links; if they stay broken, it was not for their age.
  const renewedFor = useRef('');
  if (clip.files.length === 0) return null;

  const renew = (url: string) => {
    if (renewedFor.current === clip.id) return;
    renewedFor.current = clip.id;
    void rereadClip(client, clip.id).catch(() => console.warn('Could not renew the link', url));
  };
  const remove = async (file: StoredFile) => {
    const sure = await confirm({
      title: m.clips_file_remove_title(),
      description: withSlots(
        m.clips_file_remove_text({ name: slot(0) }),
        <bdi translate="no">{file.name}</bdi>,
      ),
      confirm: m.clips_file_remove_confirm(),
      finalFocus: nextFocus,
    });
    if (!sure) return;
    leaving(file.id);
    try {
      await removeFile(clip.id, file.id);
      patchClip(client, clip.id, (known) => withoutFile(known, file.id));
      void refreshLists(client);
      toast.success(m.clips_file_removed(), file.name);
    } catch (error) {
      toastFailure(m.clips_file_remove_failed(), error);
    }
  };

  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      {/* As high as that of the files which wait for the save: it moves nothing. */}
      <h2 id={heading} className="flex min-h-8 items-center text-base font-semibold">
        {title}
      </h2>
      <ul
        ref={list}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3"
      >
        {clip.files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            preview={
              <FilePreview
                file={file}
                large={clip.files.length === 1}
                onBroken={() => renew(file.url)}
              />
            }
            facts={kilobytes(file.size)}
          >
            {canRemove && (
              <IconButton
                icon={Trash2}
                tone="danger"
                label={m.clips_file_remove({ name: file.name })}
                data-grid-item
                onClick={() => void remove(file)}
              />
            )}
            <Button
              size="sm"
              aria-label={m.clips_file_download({ name: file.name })}
              onClick={() => void download(file)}
            >
              <Download size={16} aria-hidden />
              {m.clips_download()}
            </Button>
          </FileRow>
        ))}
      </ul>
    </section>
  );
}
