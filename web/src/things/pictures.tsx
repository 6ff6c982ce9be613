import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { Copy, Download, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { canCopyImages } from '../lib/copy.ts';
import { kilobytes } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { copyImageAndTell } from '../ui/copy-text.ts';
import { FilePicker } from '../ui/file-picker.tsx';
import { usePicture } from './content-card.tsx';
import { isPicture } from './content.ts';
import { FileIcon } from './files.tsx';
import { open } from './overlays.ts';
import { boxOf, PICTURE_CELL, PICTURE_GRID } from './picture-box.ts';
import { usePreview } from './previews.ts';

/** What the page of a thing can do with its files. */
export interface FileTools {
  readonly download: (file: StoredFile) => unknown;
  /** With a fresh link: one may have outlived itself. */
  readonly reread: (file: StoredFile) => Promise<StoredFile | undefined>;
  /** A link is dead. */
  readonly renew: () => void;
  /** Whether it was removed. */
  readonly remove?: ((file: StoredFile, from: 'page' | 'lightbox') => Promise<boolean>) | undefined;
}

const TILE =
  'group/picture relative overflow-hidden has-[>button:focus-visible]:outline-2 has-[>button:focus-visible]:outline-offset-2 has-[>button:focus-visible]:outline-accent';

export interface PicturesProps {
  files: readonly StoredFile[];
  tools: FileTools;
  onAdd?: ((files: File[]) => void) | undefined;
}

export function Pictures({ files, tools, onAdd }: PicturesProps) {
  const [only, ...more] = files;
  if (!only) return null;
  const show = (first: StoredFile) =>
    open('lightbox', {
      files,
      first,
      onDownload: tools.download,
      reread: tools.reread,
      onRemove: tools.remove && ((file) => tools.remove!(file, 'lightbox')),
    });
  if (more.length === 0)
    return (
      <ul>
        <li
          className={`${TILE} flex min-h-20 w-fit max-w-full min-w-72 items-center touch:min-h-40 justify-center rounded-[10px] bg-sunken`}
        >
          <OnePicture file={only} tools={tools} onShow={() => show(only)} />
          <Strip file={only} tools={tools} className="touch:opacity-100" />
        </li>
      </ul>
    );
  return (
    <ul className={PICTURE_GRID}>
      {files.map((file) => (
        <li key={file.id} className={`${TILE} ${PICTURE_CELL}`}>
          <SmallPicture file={file} tools={tools} onShow={() => show(file)} />
          {/* A finger finds the same where the picture opens. */}
          <Strip file={file} tools={tools} className="touch:hidden" />
        </li>
      ))}
      {onAdd && (
        <li className={PICTURE_CELL}>
          <FilePicker
            variant="ghost"
            icon={Plus}
            className="size-full! flex-col rounded-[10px]! text-muted!"
            onFiles={onAdd}
          />
        </li>
      )}
    </ul>
  );
}

interface PictureProps {
  file: StoredFile;
  tools: FileTools;
  onShow: () => void;
}

function SmallPicture({ file, tools, onShow }: PictureProps) {
  const picture = usePicture(file, tools.renew, 'either');
  return (
    <OpenButton file={file} onShow={onShow} className="size-full">
      {picture && (
        <img
          {...picture}
          alt={m.ui_preview_of({ name: file.name })}
          loading="lazy"
          className="size-full object-cover"
        />
      )}
    </OpenButton>
  );
}

/** As sharp as it is, in the box that its preview foretells; never above its own size. */
function OnePicture({ file, tools, onShow }: PictureProps) {
  const preview = usePreview(file);
  const [own, setOwn] = useState<number>();
  const picture = usePicture(file, tools.renew, 'whole');
  return (
    <OpenButton file={file} onShow={onShow} className="max-w-full">
      {picture && (
        <img
          {...picture}
          alt={m.ui_preview_of({ name: file.name })}
          onLoad={({ currentTarget }) => setOwn(currentTarget.naturalWidth)}
          {...(preview && { style: boxOf(preview, own) })}
          className="max-h-[60dvh] max-w-full"
        />
      )}
    </OpenButton>
  );
}

interface OpenButtonProps {
  file: StoredFile;
  onShow: () => void;
  className: string;
  children: ReactNode;
}

function OpenButton({ file: { name, type }, onShow, className, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      aria-label={m.files_open({ name })}
      onClick={onShow}
      className={classNames('flex cursor-zoom-in outline-none', className)}
    >
      {children || (
        <span className="m-auto flex min-h-32 min-w-32 items-center justify-center">
          <FileIcon large name={name} type={type} />
        </span>
      )}
    </button>
  );
}

interface StripProps {
  file: StoredFile;
  tools: FileTools;
  className: string;
}

function Strip({ file, tools, className }: StripProps) {
  const { name, size } = file;
  return (
    <div
      className={classNames(
        // A small picture lies under it, and is opened through all of it but its buttons.
        'pointer-events-none absolute inset-x-2 bottom-2 flex min-h-9 items-center rounded-control bg-surface ps-2.5 pe-0.5 opacity-0 shadow-card transition-opacity duration-150 ease-calm group-focus-within/picture:opacity-100 group-hover/picture:opacity-100',
        className,
      )}
    >
      <p className="flex min-w-0 flex-1 items-baseline gap-2 text-sm">
        <bdi translate="no" className="truncate text-ink">
          {name}
        </bdi>
        <span className="tabular shrink-0 text-xs text-muted">{kilobytes(size)}</span>
      </p>
      <FileButtons
        file={file}
        tools={tools}
        className="pointer-events-auto size-8! touch:size-11!"
      />
    </div>
  );
}

export interface FileButtonsProps {
  file: StoredFile;
  tools: FileTools;
  /** To download it is what the page is for. */
  isMain?: boolean;
  className?: string;
}

export function FileButtons({ file, tools, isMain = false, className }: FileButtonsProps) {
  const { name, type, url, size } = file;
  const label = m.files_download_named({ name });
  const download = () => void tools.download(file);
  return (
    <>
      {tools.remove && (
        <IconButton
          icon={Trash2}
          tone="danger"
          label={m.ui_remove({ name })}
          data-grid-item
          className={className}
          onClick={() => void tools.remove?.(file, 'page')}
        />
      )}
      {isPicture(type) && canCopyImages(size) && (
        <IconButton
          icon={Copy}
          label={m.files_copy_named({ name })}
          className={className}
          onClick={() => void copyImageAndTell(url)}
        />
      )}
      {isMain ? (
        <Button variant="primary" aria-label={label} onClick={download}>
          <Download size={16} aria-hidden />
          {m.clips_download()}
        </Button>
      ) : (
        <IconButton icon={Download} label={label} className={className} onClick={download} />
      )}
    </>
  );
}
