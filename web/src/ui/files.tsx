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
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import type { BadgeTone } from './badge.tsx';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import { IconTile } from './icon-tile.tsx';

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

/** A picture at a readable size. `onBroken`: its link may have outlived itself. */
export function FilePreview({
  src,
  name,
  large,
  onBroken,
}: {
  src: string;
  name: string;
  large: boolean;
  onBroken: () => void;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return null;
  return (
    <img
      src={src}
      alt={m.ui_preview_of({ name })}
      decoding="async"
      onError={() => {
        setBroken(src);
        onBroken();
      }}
      className={classNames(PICTURE, large ? 'max-h-[60dvh]' : SMALL)}
    />
  );
}

export function LocalPreview({ file }: { file: File }) {
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
      className={classNames(PICTURE, SMALL)}
    />
  );
}
