import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { Lock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { m } from '../../paraglide/messages.js';
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
      title={m.rooms_share()}
      description={m.rooms_share_text()}
    >
      <div className="flex flex-col gap-4">
        {room.is_private && (
          <Notice icon={Lock} tone="warn">
            {m.rooms_share_private()}
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
            label={m.rooms_share_link()}
            caption={m.rooms_share_scan()}
            onCopied={say.linkCopied}
            onCopyFailed={say.linkCopyFailed}
          />
        </Suspense>
        {can(room.role ?? 'reader', 'renewShareToken') && <RenewLink roomId={room.id} />}
      </div>
    </Dialog>
  );
}
