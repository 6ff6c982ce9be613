import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { DeleteContentDialog } from './delete-content-dialog.tsx';
import { FilePreviewDialog } from './file-preview-dialog.tsx';

export interface ContentOverlaysProps {
  kind: 'delete' | 'preview';
  item: RoomContent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDelete: () => void;
  onDownload: () => void;
}

/** The dialogs of a card, in a chunk of their own. */
export default function ContentOverlays({
  kind,
  onDelete,
  onDownload,
  ...dialog
}: ContentOverlaysProps) {
  return kind === 'delete' ? (
    <DeleteContentDialog {...dialog} onConfirm={onDelete} />
  ) : (
    <FilePreviewDialog {...dialog} onDownload={onDownload} />
  );
}
