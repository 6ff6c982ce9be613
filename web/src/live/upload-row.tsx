import { X } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { Card } from '../ui/card.tsx';
import { FileIcon } from '../ui/file-icon.tsx';
import { LocalPreview } from '../ui/file-preview.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Progress } from '../ui/progress.tsx';

export interface UploadRowProps {
  file: File;
  state: 'waiting' | 'uploading' | 'failed';
  /** What has gone out, 0 to 1. */
  share: number;
  /** As people read it. */
  size: string;
  /** It can be shown. */
  picture: boolean;
  /** Cancels what is under way. */
  onRemove: () => void;
}

/** A file on its way to the server, or waiting for it; a list item. */
export function UploadRow({ file, state, share, size, picture, onRemove }: UploadRowProps) {
  return (
    <li className="min-w-0">
      <Card className="p-0!">
        {picture && <LocalPreview file={file} />}
        <div className="flex items-center gap-3 p-2 ps-3">
          <FileIcon name={file.name} type={file.type} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-medium text-ink" title={file.name}>
              <bdi>{file.name}</bdi>
            </p>
            <p className="tabular text-xs text-muted">
              {size}
              {state === 'uploading' && ` · ${Math.round(share * 100)} %`}
            </p>
            {state === 'uploading' && (
              <Progress label={m.ui_uploading({ name: file.name })} value={share} />
            )}
          </div>
          <IconButton
            icon={X}
            label={
              state === 'uploading'
                ? m.ui_cancel_upload({ name: file.name })
                : m.ui_remove({ name: file.name })
            }
            onClick={onRemove}
          />
        </div>
      </Card>
    </li>
  );
}
