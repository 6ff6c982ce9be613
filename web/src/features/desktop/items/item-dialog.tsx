import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { Copy } from 'lucide-react';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { LinkedText, useEasyPart } from '../../../ui/text.tsx';
import { DownloadButton } from './item-actions.tsx';
import { copyItem } from './item-tools.ts';

export interface ItemDialogProps {
  item: DesktopItem;
  onDownload: () => Promise<void>;
}

export function ItemDialog({ item, onDownload }: ItemDialogProps) {
  const isText = item.type === 'text';
  const name = item.file_name ?? m.desktop_file();
  return (
    <Dialog
      size={isText ? 'lg' : 'xl'}
      title={isText ? m.desktop_text() : <bdi translate="no">{name}</bdi>}
      description={isText ? undefined : fileSize(item.file_size ?? 0)}
      footer={
        isText ? (
          <Button variant="primary" onClick={() => void copyItem(item)}>
            <Copy size={16} aria-hidden />
            {m.desktop_copy()}
          </Button>
        ) : (
          <DownloadButton onDownload={onDownload} />
        )
      }
    >
      {isText ? (
        <WholeText text={item.content} />
      ) : (
        item.file_url && (
          <img
            src={item.file_url}
            alt={m.desktop_preview_of({ name })}
            className="mx-auto max-h-[65dvh] rounded-control border border-line bg-sunken object-contain"
          />
        )
      )}
    </Dialog>
  );
}

function WholeText({ text }: { text: string }) {
  const { shown, more } = useEasyPart(text);
  return (
    <>
      <ScrollArea
        label={m.desktop_whole_text()}
        dir="auto"
        translate="no"
        className="wrap-anywhere whitespace-pre-wrap text-ink"
      >
        <LinkedText text={shown} />
      </ScrollArea>
      {more}
    </>
  );
}
