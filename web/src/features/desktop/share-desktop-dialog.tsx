import { Link2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { PLANS_PATH, usePlanRefusal } from '../../lib/plan.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LockedByPlan } from '../../ui/locked-by-plan.tsx';
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
  const locked = usePlanRefusal('sharing');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.desktop_share_link()}
      description={m.desktop_link_text()}
    >
      {locked !== null ? (
        <LockedByPlan text={locked} plans={PLANS_PATH} />
      ) : token === undefined ? (
        <EmptyState icon={Link2} title={m.desktop_link_none()} text={m.desktop_link_none_text()} />
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
              label={m.desktop_link()}
              caption={m.desktop_link_scan()}
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
