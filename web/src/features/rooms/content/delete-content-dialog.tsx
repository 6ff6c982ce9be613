import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { m } from '../../../paraglide/messages.js';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/confirm-dialog.tsx';

export interface DeleteContentDialogProps {
  item: RoomContent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  finalFocus: ConfirmDialogProps['finalFocus'];
}

const EXCERPT = 120;

export function DeleteContentDialog({
  item,
  open,
  onOpenChange,
  onConfirm,
  finalFocus,
}: DeleteContentDialogProps) {
  const text = item.content.trim().slice(0, EXCERPT);
  const what =
    item.type === 'file'
      ? (item.file_name ?? m.rooms_this_file())
      : text.length === EXCERPT
        ? `${text}…`
        : text;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.rooms_content_delete_title()}
      description={
        <>
          <span dir="auto" translate="no" className="block font-medium wrap-anywhere text-ink">
            {what}
          </span>
          <span className="mt-2 block">{m.rooms_content_delete_text()}</span>
        </>
      }
      confirm={m.rooms_delete()}
      onConfirm={onConfirm}
      finalFocus={finalFocus}
    />
  );
}
