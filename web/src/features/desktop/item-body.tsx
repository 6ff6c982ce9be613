import type { DesktopItem } from '@clipline/contract/desktop.ts';
import { useState } from 'react';
import { isPicture, kindOf } from '../../lib/content-kind.ts';
import { fileSize } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { FileIcon } from '../../ui/file-icon.tsx';
import type { ItemTools } from './item-tools.ts';

/** A text can be half a megabyte; a block shows its beginning. */
const SHOWN = 2000;

export interface ItemBodyProps {
  item: DesktopItem;
  tools: ItemTools;
  labelId: string;
  className?: string;
}

/** What an item is, filling the place it is given. */
export function ItemBody({ item, tools, labelId, className }: ItemBodyProps) {
  if (item.type === 'file') return <FileBody item={item} tools={tools} labelId={labelId} {...(className && { className })} />;
  const mono = kindOf({ content: item.content, fileName: null, fileType: null }) === 'code';
  return (
    <div
      id={labelId}
      dir="auto"
      className={classNames(
        'overflow-hidden text-sm wrap-anywhere whitespace-pre-wrap text-ink mask-b-from-[calc(100%-1.25rem)]',
        mono && 'font-mono',
        className,
      )}
    >
      {item.content.slice(0, SHOWN)}
    </div>
  );
}

function FileBody({ item, tools, labelId, className }: ItemBodyProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const name = item.file_name ?? 'File';
  const url = item.file_url;
  const picture = isPicture(item.file_type) && url !== null && broken !== url;
  return (
    <div className={classNames('flex flex-col justify-center gap-2', className)}>
      {picture && (
        <img
          src={url}
          alt={`Preview of ${name}`}
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
            <bdi>{name}</bdi>
          </p>
          <p className="tabular shrink-0 text-xs text-muted">{fileSize(item.file_size ?? 0)}</p>
        </div>
      </div>
    </div>
  );
}
