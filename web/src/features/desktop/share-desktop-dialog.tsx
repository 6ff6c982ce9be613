import { Link2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { say } from './desktop.messages.ts';
import { RenewLink } from './renew-link.tsx';

const SharePanel = lazy(() => import('../../ui/share-panel.tsx'));

export interface ShareDesktopDialogProps {
  /** None before the first item. */
  token: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareDesktopDialog({ token, open, onOpenChange }: ShareDesktopDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share link"
      description="Anyone with this link sees the desktop live, and can add and delete items."
    >
      {token === undefined ? (
        <EmptyState icon={Link2} title="There is no link yet" text="Add a text or a file first: the desktop and its link come with it." />
      ) : (
        <div className="flex flex-col gap-4">
          <Suspense
            fallback={
              <div className="flex h-80 items-center justify-center">
                <Spinner />
              </div>
            }
          >
            <SharePanel
              link={`${location.origin}/desktop/shared/${encodeURIComponent(token)}`}
              label="Link to the desktop"
              caption="Scan this QR code to open the desktop on your mobile device"
              onCopied={say.linkCopied}
              onCopyFailed={say.linkCopyFailed}
            />
          </Suspense>
          <RenewLink />
        </div>
      )}
    </Dialog>
  );
}
