import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { SharePanel } from './share-panel.tsx';

/** A new link instead of the old one. It asks once: links that are out already stop working. */
function RenewLink({ onRenew }: { onRenew: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false);
  const renewing = useMutation({
    meta: { failed: m.sharing_renew_failed() },
    mutationFn: onRenew,
    onSuccess() {
      setAsking(false);
      toast.success(m.sharing_renewed(), m.sharing_renewed_text());
    },
  });
  if (!asking)
    return (
      <Button variant="ghost" className="self-center" onClick={() => setAsking(true)}>
        <RefreshCw size={16} aria-hidden />
        {m.sharing_renew()}
      </Button>
    );
  return (
    <div
      role="group"
      aria-label={m.sharing_renew()}
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3"
    >
      <p className="min-w-40 flex-1 text-sm text-body">{m.sharing_renew_text()}</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setAsking(false)}>
          {m.sharing_keep()}
        </Button>
        <Button
          size="sm"
          variant="danger"
          pending={renewing.isPending}
          onClick={() => renewing.mutate()}
        >
          {m.sharing_replace()}
        </Button>
      </div>
    </div>
  );
}

export interface ShareDialogProps {
  title: string;
  text: string;
  /** Null where there is none that works. */
  link: string | null;
  label: string;
  caption: string;
  large?: boolean;
  instead?: ReactNode;
  notice?: ReactNode;
  /** Replaces the link; only for who may. */
  onRenew?: () => Promise<unknown>;
  children?: ReactNode;
}

export function ShareDialog(props: ShareDialogProps) {
  const { title, text, instead, notice, onRenew, children } = props;
  return (
    <Dialog title={title} description={instead ? undefined : text}>
      {instead ?? (
        <div className="flex flex-col gap-4">
          {notice}
          {props.link !== null && (
            <SharePanel
              link={props.link}
              label={props.label}
              caption={props.caption}
              large={props.large}
            />
          )}
          {onRenew && <RenewLink onRenew={onRenew} />}
          {children}
        </div>
      )}
    </Dialog>
  );
}
