import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LockedByPlan } from '../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../billing/plan.ts';
import { useEffect } from 'react';
import { renewLink, setSharing } from './desktop.api.ts';

export interface ShareDesktopDialogProps {
  /** None before the first item. */
  token: string | undefined;
  /** It is known that the link may be out. */
  shared: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareDesktopDialog({ token = '', shared, ...dialog }: ShareDesktopDialogProps) {
  const client = useQueryClient();
  const refusal = usePlanRefusal('sharing');
  // From here on the link may be anywhere, and the board says so.
  const shown = dialog.open && token !== '' && refusal === null;
  useEffect(() => {
    if (shown && !shared) void setSharing(client, true).catch(() => undefined);
  }, [shown, shared, client]);
  const noLink = token === '' && (
    <EmptyState icon={Link2} title={m.desktop_link_none()} text={m.desktop_link_none_text()} />
  );
  return (
    <ShareDialog
      {...dialog}
      title={m.desktop_share_link()}
      text={m.desktop_link_text()}
      link={`${location.origin}/desktop/shared/${encodeURIComponent(token)}`}
      label={m.desktop_link()}
      caption={m.desktop_link_scan()}
      large
      instead={refusal !== null ? <LockedByPlan text={refusal} /> : noLink || undefined}
      onRenew={() => renewLink(client)}
    />
  );
}
