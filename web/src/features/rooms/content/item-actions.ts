import { can } from '@clipline/contract/room-roles.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { Copy, Download, Eye, History, Pencil, Trash2 } from 'lucide-react';
import { canCopyImages } from '../../../lib/copy.ts';
import { m } from '../../../paraglide/messages.js';
import { useUser } from '../../../session/session.ts';
import { isPicture } from '../../../things/content.ts';
import { hasInside } from '../../../things/file-rows.tsx';
import type { MainAction } from '../../../things/row-end.tsx';
import type { Tool } from '../../../things/tools.tsx';
import { copyAndTell, copyImageAndTell } from '../../../ui/copy-text.ts';
import { open } from '../overlays.ts';
import { useOpenRoom } from '../room-context.ts';
import type { RoomItem } from '../rooms.api.ts';

export interface ItemHandlers {
  onDownload: (file: StoredFile) => void;
  /** A picture, before the list. */
  onOpen: (picture: StoredFile) => void;
  onDelete: () => void;
}

export interface ItemActions {
  readonly main: MainAction;
  readonly tools: readonly Tool[];
  /** What a press on all of it does. */
  readonly look: () => void;
  readonly remove: (() => void) | undefined;
}

/** What its card and its row can do. `onWhole` shows all of it where it stands. */
export function useItemActions(
  item: RoomItem,
  { onDownload, onOpen, onDelete, onWhole }: ItemHandlers & { onWhole: () => void },
): ItemActions {
  const { room, role } = useOpenRoom();
  const isMine = useUser()?.id === item.user.id;
  const [file] = item.files;
  const isImage = file !== undefined && isPicture(file.type);
  const copiesImage = isImage && canCopyImages(file.size);
  const remove = can(role, 'deleteContent') ? onDelete : undefined;
  const edit = () => open('edit', { roomId: room.id, item, onContinue: edit });
  const save = () => file && onDownload(file);
  const look = isImage ? () => onOpen(file) : !file || hasInside(file) ? onWhole : undefined;
  const offered: (Tool | false | undefined)[] = [
    file && look && { icon: Eye, label: m.rooms_preview(), run: look },
    copiesImage && { icon: Download, label: m.rooms_download(), run: save },
    !file &&
      item.version > 1 &&
      can(role, 'seeVersions') && {
        icon: History,
        label: m.history_title(),
        run: () => open('history', { room, item }),
      },
    !file &&
      isMine &&
      can(role, 'editOwnContent') && { icon: Pencil, label: m.rooms_edit(), run: edit },
    remove && { icon: Trash2, label: m.rooms_delete(), danger: true, run: remove },
  ];
  const main = !file
    ? {
        icon: Copy,
        label: m.rooms_copy(),
        copies: true,
        run: () => void copyAndTell(item.content, m.rooms_copied()),
      }
    : copiesImage
      ? {
          icon: Copy,
          label: m.clips_copy_image(),
          copies: true,
          run: () => void copyImageAndTell(file.url),
        }
      : { icon: Download, label: m.rooms_download(), copies: false, run: save };
  return { main, tools: offered.filter((tool) => !!tool), look: look ?? save, remove };
}
