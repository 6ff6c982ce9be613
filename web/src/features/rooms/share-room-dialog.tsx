import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/rooms.ts';
import { Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RenewLink } from './renew-link.tsx';
import { say } from './rooms.messages.ts';

const SharePanel = lazy(() => import('../../ui/share-panel.tsx'));

export interface ShareRoomDialogProps {
  room: Room;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareRoomDialog({ room, open, onOpenChange }: ShareRoomDialogProps) {
  const link = `${location.origin}/rooms/${room.id}?join=${encodeURIComponent(room.shareToken ?? '')}`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share room"
      description="Whoever opens this link and signs in becomes a member of the room."
    >
      <div className="flex flex-col gap-4">
        {room.is_private && (
          <Notice icon={Lock} tone="warn">
            This room is private: the link lets only members in. Add people by their address, or make the room public first.
          </Notice>
        )}
        <Suspense
          fallback={
            <div className="flex h-80 items-center justify-center">
              <Spinner />
            </div>
          }
        >
          <SharePanel
            link={link}
            label="Link to the room"
            caption="Scan this QR code to join the room on your mobile device"
            onCopied={say.linkCopied}
            onCopyFailed={say.linkCopyFailed}
          />
        </Suspense>
        {can(room.role ?? 'reader', 'renewShareToken') && <RenewLink roomId={room.id} />}
      </div>
    </Dialog>
  );
}
