import { RotateCw, X } from 'lucide-react';
import { isPicture } from '../lib/content-kind.ts';
import { fileSize } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button, IconButton } from '../ui/button.tsx';
import { FileRow, LocalPreview } from '../ui/files.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/spinner.tsx';

export interface UploadListProps {
  uploads: {
    readonly files: readonly (Pick<UploadRowProps, 'file' | 'state' | 'share'> & {
      readonly id: string;
    })[];
    readonly remove: (id: string) => void;
    readonly retry: () => void;
  };
}

/**
 * Files on their way to the server: at once when they are chosen, so that there is nothing to save.
 */
export function UploadList({ uploads }: UploadListProps) {
  if (uploads.files.length === 0) return null;
  const failed = uploads.files.filter(({ state }) => state === 'failed').length;
  return (
    <section aria-label={m.ui_uploads()} className="flex flex-col gap-3">
      {failed > 0 && (
        <Notice
          icon={RotateCw}
          tone="warn"
          action={
            <Button size="sm" onClick={uploads.retry}>
              {m.ui_uploads_retry()}
            </Button>
          }
        >
          {m.ui_uploads_failed({ count: failed })}
        </Notice>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
        {uploads.files.map((pending) => (
          <UploadRow
            key={pending.id}
            {...pending}
            size={fileSize(pending.file.size)}
            onRemove={() => uploads.remove(pending.id)}
          />
        ))}
      </ul>
    </section>
  );
}

export interface UploadRowProps {
  file: File;
  state: 'waiting' | 'uploading' | 'failed';
  share: number;
  size: string;
  onRemove: () => void;
}

export function UploadRow({ file, state, share, size, onRemove }: UploadRowProps) {
  const { name } = file;
  const uploading = state === 'uploading';
  return (
    <FileRow
      file={file}
      preview={isPicture(file.type) && <LocalPreview file={file} />}
      facts={uploading ? `${size} · ${Math.round(share * 100)} %` : size}
      progress={uploading && <Progress label={m.ui_uploading({ name })} value={share} />}
    >
      <IconButton
        icon={X}
        label={uploading ? m.ui_cancel_upload({ name }) : m.ui_remove({ name })}
        onClick={onRemove}
      />
    </FileRow>
  );
}
