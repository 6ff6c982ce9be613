import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { endedSession } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { useRenewShareToken } from './room-mutations.api.ts';
import { say } from './rooms.messages.ts';

/** A new link in place of the old one. It asks once: links that are out already stop working. */
export function RenewLink({ roomId }: { roomId: string }) {
  const renew = useRenewShareToken(roomId);
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button variant="ghost" className="self-center" onClick={() => setAsking(true)}>
        <RefreshCw size={16} aria-hidden />
        {m.rooms_link_renew()}
      </Button>
    );
  const confirm = () =>
    renew.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        say.linkRenewed();
      },
      onError: (error) => void (endedSession(error) || say.linkRenewFailed(error)),
    });
  return (
    <div
      role="group"
      aria-label={m.rooms_link_renew()}
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3"
    >
      <p className="min-w-40 flex-1 text-sm text-body">{m.rooms_link_renew_text()}</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setAsking(false)}>
          {m.rooms_link_keep()}
        </Button>
        <Button size="sm" variant="danger" pending={renew.isPending} onClick={confirm}>
          {m.rooms_link_replace()}
        </Button>
      </div>
    </div>
  );
}
