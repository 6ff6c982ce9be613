import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { renewLink } from './desktop.api.ts';
import { say } from './desktop.messages.ts';

/** A new link in place of the old one. It asks once: links that are out already stop working. */
export function RenewLink() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => renewLink(client),
    onSuccess: () => {
      setAsking(false);
      say.linkRenewed();
    },
    onError: (error) => void (endedSession(error) || say.linkRenewFailed(error)),
  });
  if (!asking)
    return (
      <Button variant="ghost" className="self-center" onClick={() => setAsking(true)}>
        <RefreshCw size={16} aria-hidden />
        {m.desktop_link_renew()}
      </Button>
    );
  return (
    <div
      role="group"
      aria-label={m.desktop_link_renew()}
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3"
    >
      <p className="min-w-40 flex-1 text-sm text-body">{m.desktop_link_renew_text()}</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setAsking(false)}>
          {m.desktop_link_keep()}
        </Button>
        <Button size="sm" variant="danger" pending={renew.isPending} onClick={() => renew.mutate()}>
          {m.desktop_link_replace()}
        </Button>
      </div>
    </div>
  );
}
