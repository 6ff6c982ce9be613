import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { ShownFile } from './card-look.ts';
import { Thumbnail } from './content-card.tsx';
import { FoundText } from './content-marks.tsx';
import { endingOf } from './file-kinds.ts';
import { type ContentFile, isPicture } from './content.ts';

const MOST_PICTURES = 4;

interface PicturesProps {
  files: readonly ShownFile[];
  onBroken: (() => void) | undefined;
}

/** From edge to edge. */
export function Pictures({ files, onBroken }: PicturesProps) {
  const shown = files.filter(({ type }) => isPicture(type)).slice(0, MOST_PICTURES);
  const more = files.length - shown.length;
  return (
    <span className="flex min-h-0 flex-1 gap-0.5 overflow-hidden rounded-t-[11px] max-md:h-37 max-md:flex-none">
      {shown.map((file, at) => (
        <span
          key={file.url ?? file.name}
          className="relative flex min-w-0 flex-1 items-center justify-center bg-sunken"
        >
          <Thumbnail
            file={file}
            onBroken={onBroken}
            className="absolute inset-0 size-full object-cover"
          >
            <Sheet file={file} />
          </Thumbnail>
          {more > 0 && at === shown.length - 1 && (
            <span className="tabular absolute inset-0 flex items-center justify-center bg-scrim text-md font-semibold text-white">
              {`+${more}`}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

/** A sheet of paper with a folded corner. */
function Sheet({ file }: { file: ContentFile }) {
  const ending = endingOf(file);
  return (
    <span
      data-tooltip={file.type || undefined}
      className="relative z-10 flex h-17 w-13 shrink-0 items-end rounded-chip border border-line bg-surface p-1.5 before:absolute before:-end-px before:-top-px before:size-3.5 before:rounded-es-chip before:bg-[linear-gradient(45deg,var(--color-line)_50%,var(--color-surface)_50%)]"
    >
      <span
        aria-hidden
        translate="no"
        className={classNames(
          'text-xs font-semibold',
          ending === 'PDF' ? 'text-danger' : 'text-info',
        )}
      >
        {ending}
      </span>
    </span>
  );
}

interface FileBodyProps {
  files: readonly ShownFile[];
  /** The name of the one that a search found. */
  found: string | undefined;
  search: string;
}

const fileFound = (files: readonly ShownFile[], found: string | undefined): ShownFile =>
  files.find(({ name }) => name === found) ?? files[0]!;

export function FileBody({ files, found, search, facts }: FileBodyProps & { facts?: ReactNode }) {
  const file = fileFound(files, found);
  return (
    <span className="flex min-w-0 flex-1 gap-3">
      <Sheet file={file} />
      <span className="sr-only">{file.type}</span>
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi translate="no" className="line-clamp-2 text-base wrap-anywhere text-ink">
          <FoundText text={file.name} search={search} />
        </bdi>
        {facts && <span className="tabular text-sm text-muted">{facts}</span>}
        {files.length > 1 && (
          <span className="tabular text-sm text-muted">{`+${files.length - 1}`}</span>
        )}
      </span>
    </span>
  );
}

/** What hangs on a text. */
export function FileLine({ files, found, search }: FileBodyProps) {
  const file = fileFound(files, found);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
      <FileText size={13} aria-hidden className="shrink-0" />
      <bdi translate="no" data-tooltip={file.type || undefined} className="truncate">
        <FoundText text={file.name} search={search} />
      </bdi>
      <span className="sr-only">{file.type}</span>
      {files.length > 1 && <span className="tabular shrink-0">{`+${files.length - 1}`}</span>}
    </span>
  );
}
