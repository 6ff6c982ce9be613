import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
  RotateCw,
  X,
} from 'lucide-react';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { fileSize } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import type { BadgeTone } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconTile } from '../ui/icon-tile.tsx';
import { Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/spinner.tsx';
import { usePicture } from './content-card.tsx';
import { isPicture } from './content.ts';

const KINDS: readonly [RegExp, LucideIcon, BadgeTone][] = [
  [/^image\/|\.(png|jpe?g|gif|webp|avif|heic|svg)$/i, FileImage, 'violet'],
  [/^audio\/|\.(mp3|wav|ogg|flac|m4a)$/i, FileAudio, 'violet'],
  [/^video\/|\.(mp4|mov|webm|mkv)$/i, FileVideo, 'violet'],
  [/zip|gzip|tar|\.(zip|t?gz|tar|7z|rar|zst)$/i, FileArchive, 'info'],
  [/spreadsheet|excel|csv|\.(xlsx?|ods|csv|numbers)$/i, FileSpreadsheet, 'info'],
  [
    /json|javascript|xml|\.([cm]?[jt]sx?|json|ya?ml|py|rs|go|c|h|cpp|java|sh|sql|html|css)$/i,
    FileCode,
    'info',
  ],
  [/^text\/|pdf|word|document|\.(pdf|docx?|odt|rtf|md|txt|pages)$/i, FileText, 'info'],
];

export function FileIcon({
  name,
  type,
  large = false,
}: {
  name: string;
  type?: string | null;
  large?: boolean;
}) {
  const known = type && type !== 'application/octet-stream' ? type : name;
  const [, icon, tone] = KINDS.find(([pattern]) => pattern.test(known)) ??
    KINDS.find(([pattern]) => pattern.test(name)) ?? [null, File, 'info' as const];
  return <IconTile icon={icon} tone={tone} large={large} />;
}

export interface FileRowProps {
  file: { readonly name: string; readonly type: string };
  preview: ReactNode;
  facts: ReactNode;
  progress?: ReactNode;
  children: ReactNode;
}

export function FileRow({ file, preview, facts, progress, children }: FileRowProps) {
  return (
    <li className="min-w-0">
      <Card className="p-0!">
        {preview}
        {/* In a narrow column the buttons stand below the name, not in its place. */}
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 p-2 ps-3">
          <div className="flex min-w-36 flex-1 items-center gap-3">
            <FileIcon name={file.name} type={file.type} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium text-ink" title={file.name}>
                <bdi translate="no">{file.name}</bdi>
              </p>
              <p className="tabular text-xs text-muted">{facts}</p>
              {progress}
            </div>
          </div>
          <div className="flex items-center gap-3">{children}</div>
        </div>
      </Card>
    </li>
  );
}

const PICTURE = 'w-full rounded-t-card border-b border-line bg-sunken object-contain';
const SMALL = 'h-44';

export function FilePreview({
  file,
  large,
  onBroken,
}: {
  file: StoredFile;
  large: boolean;
  onBroken: () => void;
}) {
  const picture = usePicture(file, onBroken);
  if (!picture) return null;
  return (
    <img
      {...picture}
      alt={m.ui_preview_of({ name: file.name })}
      className={classNames(PICTURE, large ? 'max-h-[60dvh]' : SMALL)}
    />
  );
}

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
    className={`${PICTURE} ${SMALL}`}
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
