import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { endedSession } from '../../lib/api-error.ts';
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
        Renew link
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
      aria-label="Renew link"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3"
    >
      <p className="min-w-40 flex-1 text-sm text-body">Links and codes given out before will stop working at once.</p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setAsking(false)}>
          Keep
        </Button>
        <Button size="sm" variant="danger" pending={renew.isPending} onClick={confirm}>
          Replace
        </Button>
      </div>
    </div>
  );
}
