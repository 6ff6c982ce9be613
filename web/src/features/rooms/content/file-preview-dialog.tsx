import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { Download } from 'lucide-react';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface FilePreviewDialogProps {
  item: RoomContent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDownload: () => void;
}

/** A picture at a size to look at. */
export function FilePreviewDialog({
  item,
  open,
  onOpenChange,
  onDownload,
}: FilePreviewDialogProps) {
  const name = item.file_name ?? m.rooms_file();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="xl"
      title={<bdi translate="no">{name}</bdi>}
      description={fileSize(item.file_size ?? 0)}
      footer={
        <Button onClick={onDownload}>
          <Download size={16} aria-hidden />
          {m.rooms_download()}
        </Button>
      }
    >
      {item.file_url && (
        <img
          src={item.file_url}
          alt={m.rooms_preview_of({ name })}
          className="mx-auto max-h-[65dvh] rounded-control border border-line bg-sunken object-contain"
        />
      )}
    </Dialog>
  );
}
