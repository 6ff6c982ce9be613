import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { say } from './clips.messages.ts';

const SharePanel = lazy(() => import('../../ui/share-panel.tsx'));

export interface ShareDialogProps {
  clipId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareDialog({ clipId, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share Clip"
      description="Anyone with this link can read the clip and see it change."
    >
      <Suspense
        fallback={
          <div className="flex h-80 items-center justify-center">
            <Spinner />
          </div>
        }
      >
        <SharePanel
          link={`${location.origin}/clips/${clipId}`}
          label="Link to the clip"
          caption="Scan this QR code to access the clip on your mobile device"
          onCopied={say.linkCopied}
          onCopyFailed={say.linkCopyFailed}
        />
      </Suspense>
    </Dialog>
  );
}
