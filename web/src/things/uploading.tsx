import { RotateCw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fileSize } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/spinner.tsx';
import { isPicture } from './content.ts';
import { FileIcon } from './files.tsx';

export function LocalPicture({
  file,
  alt,
  className,
}: {
  file: File;
  alt: string;
  className: string;
}) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const element = image.current!;
    const url = URL.createObjectURL(file);
    element.src = url;
    return () => {
      // What still loads would ask for an address that is gone.
      element.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return <img ref={image} alt={alt} className={className} />;
}

export const LocalPreview = ({ file }: { file: File }) => (
  <LocalPicture
    file={file}
    alt={m.ui_preview_of({ name: file.name })}
    className="h-44 w-full rounded-t-card border-b border-line bg-sunken object-contain"
  />
);

export interface UploadListProps {
  uploads: {
    readonly files: readonly (Pick<UploadRowProps, 'file' | 'state' | 'share'> & {
      readonly id: string;
    })[];
    readonly remove: (id: string) => void;
    readonly retry: () => void;
  };
}

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
  const { name, type } = file;
  const uploading = state === 'uploading';
  return (
    <li className="min-w-0">
      <Card className="p-0!">
        {isPicture(type) && <LocalPreview file={file} />}
        {/* In a narrow column the button stands below the name, not in its place. */}
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 p-2 ps-3">
          <div className="flex min-w-36 flex-1 items-center gap-3">
            <FileIcon name={name} type={type} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium text-ink" title={name}>
                <bdi translate="no">{name}</bdi>
              </p>
              <p className="tabular text-xs text-muted">
                {uploading ? `${size} · ${Math.round(share * 100)} %` : size}
              </p>
              {uploading && <Progress label={m.ui_uploading({ name })} value={share} />}
            </div>
          </div>
          <IconButton
            icon={X}
            label={uploading ? m.ui_cancel_upload({ name }) : m.ui_remove({ name })}
            onClick={onRemove}
          />
        </div>
      </Card>
    </li>
  );
}
