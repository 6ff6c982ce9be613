import { Download } from 'lucide-react';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { RoomItem } from '../rooms.api.ts';
import { useItem } from './room-content.api.ts';

export interface FilePreviewDialogProps {
  roomId: string;
  item: RoomItem;
  onDownload: () => void;
}

export function FilePreviewDialog({ roomId, item: opened, onDownload }: FilePreviewDialogProps) {
  // A newer read has a fresher link.
  const [file] = useItem(roomId, opened).data.files;
  if (!file) return null;
  const { name, size, url } = file;
  return (
    <Dialog
      size="xl"
      title={<bdi translate="no">{name}</bdi>}
      description={fileSize(size)}
      footer={
        <Button onClick={onDownload}>
          <Download size={16} aria-hidden />
          {m.rooms_download()}
        </Button>
      }
    >
      {url && (
        <img
          src={url}
          alt={m.rooms_preview_of({ name })}
          className="mx-auto max-h-[65dvh] rounded-control border border-line bg-sunken object-contain"
        />
      )}
    </Dialog>
  );
}
