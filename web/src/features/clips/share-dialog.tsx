import { lazy, Suspense } from 'react';
import { PLANS_PATH, usePlanRefusal } from '../../lib/plan.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/dialog.tsx';
import { LockedByPlan } from '../../ui/locked-by-plan.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { say } from './clips.messages.ts';

const SharePanel = lazy(() => import('../../ui/share-panel.tsx'));

export interface ShareDialogProps {
  clipId: string;
  /** Somebody else's clip is shared by their plan, not by the reader's. */
  own?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareDialog({ clipId, own = true, open, onOpenChange }: ShareDialogProps) {
  const locked = usePlanRefusal('sharing');
  if (own && locked !== null)
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={m.clips_share_title()}>
        <LockedByPlan text={locked} plans={PLANS_PATH} />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.clips_share_title()}
      description={m.clips_share_text()}
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
          label={m.clips_share_link()}
          caption={m.clips_share_scan()}
          onCopied={say.linkCopied}
          onCopyFailed={say.linkCopyFailed}
        />
      </Suspense>
    </Dialog>
  );
}
