import { m } from '../paraglide/messages.js';
import { Dialog } from '../ui/dialog.tsx';
import { useWaiting } from './outbox.ts';
import { WaitingEntry } from './waiting-entry.tsx';

/** Everything that waits to be saved, and what can be done about it. */
export function WaitingSheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const waiting = useWaiting();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={m.capture_sheet_title()} size="side">
      {waiting.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          {m.capture_all_saved()}
        </p>
      ) : (
        <ul aria-label={m.capture_sheet_title()} className="flex flex-col gap-3">
          {waiting.map((entry) => (
            <li key={entry.id} className="rounded-card border border-line bg-surface p-4">
              <WaitingEntry entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
