import type { RoomContent } from '@clipline/contract/rooms.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export interface DeleteContentDialogProps {
  item: RoomContent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

const EXCERPT = 120;

export function DeleteContentDialog({ item, open, onOpenChange, onConfirm }: DeleteContentDialogProps) {
  const text = item.content.trim().slice(0, EXCERPT);
  const what = item.type === 'file' ? (item.file_name ?? 'this file') : text.length === EXCERPT ? `${text}…` : text;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Content"
      description={
        <>
          <span dir="auto" className="block font-medium wrap-anywhere text-ink">
            {what}
          </span>
          <span className="mt-2 block">All room members can delete content</span>
        </>
      }
      confirm="Delete"
      onConfirm={onConfirm}
    />
  );
}
