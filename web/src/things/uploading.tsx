import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import { RotateCw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fileSize, kilobytes } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/spinner.tsx';
import { Status } from '../ui/status.tsx';
import { isPicture } from './content.ts';
import { FileIcon } from './files.tsx';
import { isSending, type QueuedFile } from './sending/sending.ts';
import type { Uploads } from './uploads.ts';

function LocalPreview({ file }: { file: File }) {
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
  return (
    <img
      ref={image}
      alt={m.ui_preview_of({ name: file.name })}
      className="h-44 w-full rounded-t-card border-b border-line bg-sunken object-contain"
    />
  );
}

export interface UploadListProps {
  uploads: Pick<Uploads, 'files' | 'remove' | 'retry'>;
}

export function UploadList({ uploads: { files, remove, retry } }: UploadListProps) {
  if (files.length === 0) return null;
  const failed = files.filter(({ state }) => state === 'failed').length;
  return (
    <section aria-label={m.ui_uploads()} className="flex flex-col gap-3">
      <Status>
        {failed > 0 && (
          <Notice
            icon={RotateCw}
            tone="warn"
            action={
              <Button size="sm" onClick={retry}>
                {m.ui_uploads_retry()}
              </Button>
            }
          >
            {m.ui_uploads_failed({ count: failed })}
          </Notice>
        )}
      </Status>
      <UploadRows
        files={files}
        onRemove={remove}
        sizeOf={fileSize}
        className="grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]"
      />
    </section>
  );
}

export interface UploadRowsProps {
  files: readonly QueuedFile[];
  onRemove: (id: string) => void;
  sizeOf?: (bytes: number) => string;
  className?: string;
}

export function UploadRows({ files, onRemove, sizeOf = kilobytes, className }: UploadRowsProps) {
  return (
    <ul className={classNames('grid gap-3', className)}>
      {files.map((queued) =>
        isSending(queued) ? (
          <li key={queued.id} className="col-span-full min-w-0">
            <SendingRow queued={queued} onRemove={onRemove} />
          </li>
        ) : (
          <UploadRow key={queued.id} {...queued} sizeOf={sizeOf} onRemove={onRemove} />
        ),
      )}
    </ul>
  );
}

type UploadRowProps = QueuedFile & Required<Pick<UploadRowsProps, 'sizeOf' | 'onRemove'>>;

const SendingRow = lazyPart(() => import('./sending/sending-row.tsx'), 'SendingRow');

function UploadRow({ id, file, state, share, sizeOf, onRemove }: UploadRowProps) {
  const { name, type } = file;
  const size = sizeOf(file.size);
  const goesUp = state === 'uploading';
  return (
    <li className="min-w-0">
      <Card className="p-0!">
        {isPicture(type) && file.size <= MAX_FILE_BYTES && <LocalPreview file={file} />}
        {/* In a narrow column the button stands below the name, not in its place. */}
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 p-2 ps-3">
          <div className="flex min-w-36 flex-1 items-center gap-3">
            <FileIcon name={name} type={type} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium text-ink" title={name}>
                <bdi translate="no">{name}</bdi>
              </p>
              <p className="tabular text-xs text-muted">
                {goesUp ? `${size} · ${Math.round(share * 100)} %` : size}
              </p>
              {goesUp && <Progress label={m.ui_uploading({ name })} value={share} />}
            </div>
          </div>
          <IconButton
            icon={X}
            label={goesUp ? m.ui_cancel_upload({ name }) : m.ui_remove({ name })}
            onClick={() => onRemove(id)}
          />
        </div>
      </Card>
    </li>
  );
}
