import { Copy, TriangleAlert } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { copyAndTell } from '../ui/copy-text.ts';
import { Notice } from '../ui/notice.tsx';
import type { useReachable } from './reachable.ts';

export interface AddressesProps {
  of: ReturnType<typeof useReachable>;
}

/** Of one link the others of this server; where nobody else can open it, what to do. */
export function Addresses({ of: { onlyHere, others, choose, isLent } }: AddressesProps) {
  if (onlyHere) {
    const line = `PUBLIC_URL=http://192.168.1.5:${location.port || 3000} npm start`;
    return (
      <Notice
        icon={TriangleAlert}
        tone="warn"
        action={
          <>
            <code translate="no" className="self-center font-mono text-xs wrap-anywhere text-ink">
              {line}
            </code>
            <Button
              size="sm"
              aria-label={`${m.ui_copy()}: PUBLIC_URL`}
              onClick={() => void copyAndTell(line, m.ui_copied())}
            >
              <Copy size={16} aria-hidden />
              {m.ui_copy()}
            </Button>
          </>
        }
      >
        {m.sharing_only_here()} {m.sharing_set_address()}
      </Notice>
    );
  }
  return (
    <>
      {others.length > 0 && (
        <div
          role="group"
          aria-label={m.sharing_other_addresses()}
          className="-ms-2.5 flex flex-wrap"
        >
          {others.map((origin) => (
            <Button key={origin} variant="ghost" size="sm" onClick={() => choose(origin)}>
              <span translate="no">{origin.replace(/^https?:\/\//, '')}</span>
            </Button>
          ))}
        </div>
      )}
      {isLent && <p className="text-xs text-muted">{m.sharing_while_kept()}</p>}
    </>
  );
}
