import { X } from 'lucide-react';
import { isPicture } from '../lib/content-kind.ts';
import { m } from '../paraglide/messages.js';
import { LocalPreview } from '../ui/file-preview.tsx';
import { FileRow } from '../ui/file-row.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Progress } from '../ui/progress.tsx';

export interface UploadRowProps {
  file: File;
  state: 'waiting' | 'uploading' | 'failed';
  /** What has gone out, 0 to 1. */
  share: number;
  /** As people read it. */
  size: string;
  /** Cancels what is under way. */
  onRemove: () => void;
}

/** A file on its way to the server, or waiting for it. */
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
