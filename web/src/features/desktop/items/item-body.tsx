import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useState } from 'react';
import { isPicture, kindOf } from '../../../lib/content-kind.ts';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { FileIcon } from '../../../ui/files.tsx';
import { LinkedText } from '../../../ui/text.tsx';
import type { ItemTools } from './item-tools.ts';

/** A text can be half a megabyte; a block shows its beginning. */
const SHOWN = 2000;

export interface ItemBodyProps {
  item: DesktopItem;
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
  if (item.type === 'file')
    return (
      <FileBody item={item} tools={tools} labelId={labelId} {...(className && { className })} />
    );
  const mono = kindOf({ content: item.content, fileName: null, fileType: null }) === 'code';
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
        mono && 'font-mono',
        className,
      )}
    >
      <LinkedText text={item.content.slice(0, SHOWN)} />
    </div>
  );
}

function FileBody({ item, tools, labelId, className }: ItemBodyProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const name = item.file_name ?? m.desktop_file();
  const url = item.file_url;
  const picture = isPicture(item.file_type) && url !== null && broken !== url;
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      {picture && (
        <img
          src={url}
          alt={m.desktop_preview_of({ name })}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setBroken(url);
            tools.renew(item);
          }}
          className="min-h-0 w-full flex-1 rounded-chip bg-sunken object-cover"
        />
      )}
      <div className="flex min-w-0 items-center gap-3">
        {!picture && <FileIcon name={name} type={item.file_type} />}
        <div className={classNames('min-w-0 flex-1', picture && 'flex items-baseline gap-2')}>
          <p id={labelId} className="truncate text-sm font-medium text-ink" title={name}>
            <bdi translate="no">{name}</bdi>
          </p>
          <p className="tabular shrink-0 text-xs text-muted">{fileSize(item.file_size ?? 0)}</p>
        </div>
      </div>
    </div>
  );
}
