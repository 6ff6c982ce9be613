import { Copy } from 'lucide-react';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { LinkedText, useBeginning } from '../../../ui/text.tsx';
import { DownloadButton } from './item-actions.tsx';
import { copyItem } from './item-tools.ts';
import type { Block } from '../../../things/content.ts';

export interface ItemDialogProps {
  item: Block;
  onDownload: () => Promise<void>;
}

export function ItemDialog({ item, onDownload }: ItemDialogProps) {
  const [file] = item.files;
  return (
    <Dialog
      size={file ? 'xl' : 'lg'}
      title={file ? <bdi translate="no">{file.name}</bdi> : m.desktop_text()}
      description={file && fileSize(file.size)}
      footer={
        !file ? (
          <Button variant="primary" onClick={() => void copyItem(item)}>
            <Copy size={16} aria-hidden />
            {m.desktop_copy()}
          </Button>
        ) : (
          <DownloadButton onDownload={onDownload} />
        )
      }
    >
      {!file ? (
        <WholeText text={item.content} />
      ) : (
        file.url && (
          <img
            src={file.url}
            alt={m.desktop_preview_of({ name: file.name })}
            className="mx-auto max-h-[65dvh] rounded-control border border-line bg-sunken object-contain"
          />
        )
      )}
    </Dialog>
  );
}

function WholeText({ text }: { text: string }) {
  const { shown, more } = useBeginning(text);
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
