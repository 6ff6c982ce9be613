import { Copy, Download, Maximize2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Block, isPicture } from '../../../things/content.ts';
import { m } from '../../../paraglide/messages.js';
import { Button, IconButton } from '../../../ui/button.tsx';
import { copyItem, type ItemTools } from './item-tools.ts';

/** More than a block of the usual size shows. */
const LONG = 110;
const isLong = (text: string) => text.length > LONG || text.trim().split('\n', 5).length > 4;

const SMALL = 'size-8!';

export function ItemActions({ item, tools }: { item: Block; tools: ItemTools }) {
  const [file] = item.files;
  const edit = file ? undefined : tools.edit;
  const opens = file
    ? isPicture(file.type) && file.url !== ''
    : // Who may change a text reads all of it there.
      !edit && isLong(item.content);
  return (
    <div className="flex min-w-0 items-center">
      {!file ? (
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
          label={file ? m.desktop_view() : m.desktop_read_all()}
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

function DownloadButton({ onDownload }: { onDownload: () => Promise<void> }) {
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
