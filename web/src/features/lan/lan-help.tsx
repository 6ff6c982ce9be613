import { WifiOff } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/notice.tsx';
import type { LanState } from './lan-state.ts';

const REASONS = [m.lan_help_both(), m.lan_help_network(), m.lan_help_vpn(), m.lan_help_server()];

/**
 * Why no one can be found from here, and what to look at when one device is missing.
 */
export function LanHelp({ state: { problem } }: { state: LanState }) {
  return (
    <div className="flex flex-col gap-3">
      {problem && (
        <Notice icon={WifiOff} tone="warn">
          {m.lan_problem({ reason: problem.error })}
        </Notice>
      )}
      <details className="group text-sm text-body" open={problem !== null}>
        <summary className="flex min-h-9 cursor-pointer items-center rounded-control font-medium text-accent touch:min-h-11">
          {m.lan_help()}
        </summary>
        <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
          {REASONS.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
