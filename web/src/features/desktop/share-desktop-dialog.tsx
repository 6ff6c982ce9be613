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
import { OWN, renewLink, useDesktop, useShareDesktop, useSharingState } from './desktop.api.ts';

export function ShareDesktopDialog() {
  const client = useQueryClient();
  const refusal = usePlanRefusal('sharing');
  // No token before the first item. Everyone who sees the board is told that its link may be out.
  const desktop = useDesktop(OWN, false).data?.desktop;
  const token = desktop?.share_token ?? '';
  const instead = () => {
    if (refusal !== null) return <LockedByPlan text={refusal} />;
    if (token === '')
      return (
        <EmptyState icon={Link2} title={m.desktop_link_none()} text={m.desktop_link_none_text()} />
      );
    return desktop?.shared ? undefined : <Unshared />;
  };
  return (
    <ShareDialog
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

function Unshared() {
  const { mutate } = useShareDesktop();
  const last = useSharingState();
  const share = () => mutate();
  if (last?.status === 'pending') return <AreaSpinner label={m.ui_loading()} />;
  if (last?.status === 'error')
    return <FailedState title={m.desktop_link_failed()} error={last.error} onRetry={share} />;
  // Another device ended it meanwhile, or has just made the desktop.
  return (
    <EmptyState
      icon={Link2}
      text={m.desktop_audience_private()}
      action={<Button onClick={share}>{m.desktop_share_link()}</Button>}
    />
  );
}
