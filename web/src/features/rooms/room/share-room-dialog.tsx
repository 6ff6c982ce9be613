import { can } from '@clipline/contract/room-roles.ts';
import { Lock } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ShareDialog } from '../../../sharing/share-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Room, useRenewShareToken, useRoom } from '../rooms.api.ts';

export function ShareRoomDialog({ room: opened }: { room: Room }) {
  const room = useRoom(opened.id, false).data ?? opened;
  const renew = useRenewShareToken(room.id);
  return (
    <ShareDialog
      title={m.rooms_share()}
      text={m.rooms_share_text()}
      link={`${location.origin}/rooms/${room.id}?join=${encodeURIComponent(room.shareToken ?? '')}`}
      label={m.rooms_share_link()}
      caption={m.rooms_share_scan()}
      large
      notice={
        room.is_private && (
          <Notice icon={Lock} tone="warn">
            {m.rooms_share_private()}
          </Notice>
        )
      }
      {...(can(room.role ?? 'reader', 'renewShareToken') && { onRenew: () => renew.mutateAsync() })}
    />
  );
}
