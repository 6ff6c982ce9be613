import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { Download } from 'lucide-react';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useItem } from './room-content.api.ts';

export interface FilePreviewDialogProps {
  roomId: string;
  item: RoomContent;
  onDownload: () => void;
}

export function FilePreviewDialog({ roomId, item: opened, onDownload }: FilePreviewDialogProps) {
  // A newer read has a fresher link.
  const { data: item } = useItem(roomId, opened);
  const name = item.file_name ?? m.rooms_file();
  return (
    <Dialog
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
