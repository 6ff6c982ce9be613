import { m } from '../paraglide/messages.js';
import { useWaiting } from './outbox.ts';
import { WaitingEntry } from './waiting-entry.tsx';

export function Waiting() {
  const waiting = useWaiting();
  if (waiting.length === 0)
    return (
      <p role="status" className="text-sm text-muted">
        {m.capture_all_saved()}
      </p>
    );
  return (
    <ul aria-label={m.capture_sheet_title()} className="flex flex-col gap-3">
      {waiting.map((entry) => (
        <li key={entry.id} className="rounded-card border border-line bg-surface p-4">
          <WaitingEntry entry={entry} />
        </li>
      ))}
    </ul>
  );
}
