import { WifiOff } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import type { LanState } from './lan-state.ts';

const REASONS = [
  'Both devices have this page open and have pressed LAN Share.',
  'Both are on the same Wi-Fi or cable network. A guest Wi-Fi is often a network of its own.',
  'Neither uses a VPN or mobile data: the server then sees another network.',
  'The server was reached by the same address on both, and whoever runs it has sharing on local networks switched on.',
];

/** Why nobody can be found from here, and what to look at when somebody in particular is missing. */
export function LanHelp({ state: { problem } }: { state: LanState }) {
  return (
    <div className="flex flex-col gap-3">
      {problem && (
        <Notice icon={WifiOff} tone="warn">
          {problem.error}. The server could not tell which local network this device is on, or sharing on it is switched off. The share link
          works from anywhere.
        </Notice>
      )}
      <details className="group text-sm text-body" open={problem !== null}>
        <summary className="flex min-h-9 cursor-pointer items-center rounded-control font-medium text-accent touch:min-h-11">
          Why can't I see the other device?
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
