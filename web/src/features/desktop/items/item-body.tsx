import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { FileIcon } from '../../../things/files.tsx';
import { LinkedText } from '../../../ui/text.tsx';
import type { ItemTools } from './item-tools.ts';
import { type Block, isCode } from '../../../things/content.ts';
import { usePicture } from '../../../things/content-card.tsx';
import { Secret, useSecret } from '../../../things/secret.tsx';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';

/** A text can be half a megabyte; a block shows its beginning. */
const SHOWN = 2000;

export interface ItemBodyProps {
  item: Block;
  tools: ItemTools;
  labelId: string;
  className?: string;
  /**
   * The box grows with a text, up to some lines; otherwise it has a height of its own, at whose
   * end a longer text fades.
   */
  clamped?: boolean;
}

export function ItemBody({ item, tools, labelId, className, clamped }: ItemBodyProps) {
  const [file] = item.files;
  const secret = useSecret(item.content);
  const text = secret.text.slice(0, SHOWN);
  if (file)
    return (
      <FileBody
        file={file}
        renew={tools.renew}
        onOpen={() => tools.open(item)}
        labelId={labelId}
        className={className}
      />
    );
  return (
    <div
      id={labelId}
      dir="auto"
      translate="no"
      // The pencil does the same for keys and fingers.
      onDoubleClick={tools.edit && (() => tools.edit?.(item))}
      className={classNames(
        'text-sm wrap-anywhere whitespace-pre-wrap text-ink',
        // Painted over, not masked: a mask for each of hundreds of blocks costs every frame of a
        // drag.
        clamped
          ? 'line-clamp-6'
          : 'relative overflow-hidden after:pointer-events-none after:absolute after:inset-x-0 after:bottom-0 after:h-5 after:bg-linear-to-t after:from-surface in-data-selected:after:from-accent-soft',
        isCode(item.content) && 'font-mono',
        className,
      )}
    >
      <Secret of={secret} focusable>
        {secret.isHidden ? text : <LinkedText text={text} />}
      </Secret>
    </div>
  );
}

interface FileBodyProps {
  file: StoredFile;
  renew: () => void;
  onOpen: () => void;
  labelId: string;
  className: string | undefined;
}

function FileBody({ file, renew, onOpen, labelId, className }: FileBodyProps) {
  const { name, type, size } = file;
  const picture = usePicture(file, renew);
  return (
    <div
      className={classNames('flex flex-col gap-2', className)}
      // A button below does the same for keys and fingers.
      onDoubleClick={picture ? onOpen : undefined}
    >
      {picture && (
        <img
          {...picture}
          alt={m.ui_preview_of({ name })}
          loading="lazy"
          draggable={false}
          className="min-h-0 w-full flex-1 rounded-chip bg-sunken object-cover"
        />
      )}
      <div className="flex min-w-0 items-center gap-3">
        {!picture && <FileIcon name={name} type={type} />}
        <div className={classNames('min-w-0 flex-1', picture && 'flex items-baseline gap-2')}>
          <p id={labelId} className="truncate text-sm font-medium text-ink" title={name}>
            <bdi translate="no">{name}</bdi>
          </p>
          <p className="tabular shrink-0 text-xs text-muted">{fileSize(size)}</p>
        </div>
      </div>
    </div>
  );
}
