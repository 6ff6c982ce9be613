import { useId } from 'react';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { isPicture } from '../../../things/content.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { lazyPart } from '../../../ui/lazy.tsx';
import { boxOf, PICTURE_CELL, PICTURE_GRID } from '../../../things/picture-box.ts';
import type { ClipFilesProps } from './clip-files.tsx';

/** The height of a row. */
const ROW = 81;

/** A clip without files needs none of it. */
const parts = () => import('./clip-files.tsx');
export const FilesAction = lazyPart(parts, 'FilesAction');
const ClipFiles = lazyPart(parts, 'ClipFiles', Coming);

/** What comes pushes nothing down. */
function Coming({ clip: { files }, onAdd }: ClipFilesProps) {
  const pictures = files.filter(({ type }) => isPicture(type));
  const [only] = pictures;
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {pictures.length > 1 && (
        <div className={PICTURE_GRID}>
          {pictures.map(({ id }) => (
            <div key={id} className={PICTURE_CELL} />
          ))}
          {onAdd && <div className={PICTURE_CELL} />}
        </div>
      )}
      {pictures.length === 1 && only?.preview && (
        <div style={boxOf(only.preview)} className="max-h-[60dvh] max-w-full bg-sunken" />
      )}
      {files.length > pictures.length && (
        <div style={{ height: ROW * (files.length - pictures.length) }} />
      )}
    </div>
  );
}

export interface AttachedFilesProps extends ClipFilesProps {
  title: string;
  /** The one action stands elsewhere. */
  bare?: boolean;
}

export function AttachedFiles({ title, bare = false, ...props }: AttachedFilesProps) {
  const heading = useId();
  const { onAdd } = props;
  const { files } = props.clip;
  if (files.length === 0) return null;
  const pictures = files.filter(({ type }) => isPicture(type)).length;
  const count = { count: files.length };
  const what = pictures === files.length ? m.files_images(count) : m.files_count(count);
  const size = fileSize(files.reduce((sum, file) => sum + file.size, 0));
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      {/* As high as that of the files which wait for the save: it moves nothing. */}
      <div className="flex min-h-8 items-center gap-x-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
          <h2 id={heading} className="text-base font-semibold">
            {title}
          </h2>
          <p className="tabular text-sm text-muted">{m.files_summary({ what, size })}</p>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2">
          {/* Of several pictures the last cell adds more. */}
          {onAdd && pictures < 2 && <FilePicker variant="ghost" size="sm" onFiles={onAdd} />}
          {!bare && <FilesAction {...props} />}
        </div>
      </div>
      <ClipFiles {...props} />
    </section>
  );
}
