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
import type { BadgeTone } from '../ui/badge.tsx';
import { IconTile } from '../ui/icon-tile.tsx';

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
