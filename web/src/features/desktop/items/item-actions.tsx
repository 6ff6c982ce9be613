import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { Copy, Download, Maximize2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isPicture } from '../../../lib/content-kind.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, IconButton } from '../../../ui/button.tsx';
import { copyItem, type ItemTools } from './item-tools.ts';

/** More than a block of the usual size shows. */
const LONG = 110;
const isLong = (text: string) => text.length > LONG || text.trim().split('\n', 5).length > 4;

const SMALL = 'size-8!';

export function ItemActions({ item, tools }: { item: DesktopItem; tools: ItemTools }) {
  const edit = item.type === 'text' ? tools.edit : undefined;
  const opens =
    item.type === 'text'
      ? // Who may change a text reads all of it there.
        !edit && isLong(item.content)
      : isPicture(item.file_type) && item.file_url !== null;
  return (
    <div className="flex min-w-0 items-center">
      {item.type === 'text' ? (
        <Button
          variant="ghost"
          size="sm"
          data-copy
          className="px-2! touch:px-2!"
          onClick={() => void copyItem(item)}
        >
          <Copy size={16} aria-hidden />
          {m.desktop_copy()}
        </Button>
      ) : (
        <DownloadButton onDownload={() => tools.download(item)} />
      )}
      {edit && (
        <IconButton
          icon={Pencil}
          label={m.desktop_edit()}
          className={`${SMALL} touch:size-11!`}
          onClick={() => edit(item)}
        />
      )}
      {opens && (
        <IconButton
          icon={Maximize2}
          label={item.type === 'text' ? m.desktop_read_all() : m.desktop_view()}
          className={`${SMALL} touch:size-11!`}
          onClick={() => tools.open(item)}
        />
      )}
      {tools.remove && (
        <IconButton
          icon={Trash2}
          label={m.desktop_delete()}
          tone="danger"
          className={`${SMALL} touch:size-11!`}
          onClick={() => tools.remove?.(item)}
        />
      )}
    </div>
  );
}

export function DownloadButton({ onDownload }: { onDownload: () => Promise<void> }) {
  const [running, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    await onDownload().finally(() => setRunning(false));
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="px-2! touch:px-2!"
      pending={running}
      onClick={() => void download()}
    >
      {!running && <Download size={16} aria-hidden />}
      {running ? m.desktop_downloading() : m.desktop_download()}
    </Button>
  );
}
