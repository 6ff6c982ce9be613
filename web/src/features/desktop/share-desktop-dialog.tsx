import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { FailedState } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { LockedByPlan } from '../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../billing/plan.ts';
import { renewLink, type useShareDesktop } from './desktop.api.ts';

type Sharing = ReturnType<typeof useShareDesktop>;

export interface ShareDesktopDialogProps {
  /** None before the first item. */
  token: string | undefined;
  /** Everyone who sees the board is told that its link may be out. */
  shared: boolean;
  sharing: Sharing;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareDesktopDialog({
  token = '',
  shared,
  sharing,
  ...dialog
}: ShareDesktopDialogProps) {
  const client = useQueryClient();
  const refusal = usePlanRefusal('sharing');
  const instead = () => {
    if (refusal !== null) return <LockedByPlan text={refusal} />;
    if (token === '')
      return (
        <EmptyState icon={Link2} title={m.desktop_link_none()} text={m.desktop_link_none_text()} />
      );
    return shared ? undefined : <Unshared sharing={sharing} />;
  };
  return (
    <ShareDialog
      {...dialog}
      title={m.desktop_share_link()}
      text={m.desktop_link_text()}
      link={`${location.origin}/desktop/shared/${encodeURIComponent(token)}`}
      label={m.desktop_link()}
      caption={m.desktop_link_scan()}
      large
      instead={instead()}
      onRenew={() => renewLink(client)}
    />
  );
}

function Unshared({ sharing }: { sharing: Sharing }) {
  const share = () => sharing.mutate();
  if (sharing.isPending) return <AreaSpinner label={m.ui_loading()} />;
  if (sharing.isError)
    return <FailedState title={m.desktop_link_failed()} error={sharing.error} onRetry={share} />;
  // Another device ended it meanwhile, or has just made the desktop.
  return (
    <EmptyState
      icon={Link2}
      text={m.desktop_audience_private()}
      action={<Button onClick={share}>{m.desktop_share_link()}</Button>}
    />
  );
}
