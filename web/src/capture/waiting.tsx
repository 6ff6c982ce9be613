import { m } from '../paraglide/messages.js';
import { useOnTheirWay, useStopped } from '../things/sending/on-its-way.ts';
import { UnfinishedRows } from '../things/sending/unfinished.tsx';
import { useWaiting } from './outbox.ts';
import { WaitingEntry } from './waiting-entry.tsx';

export function Waiting() {
  const waiting = useWaiting();
  const stopped = useStopped().length;
  const unfinished = stopped + useOnTheirWay().length;
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="text-sm text-muted empty:hidden">
        {waiting.length + unfinished === 0 && m.capture_all_saved()}
      </p>
      {waiting.length > 0 && (
        <ul aria-label={m.capture_sheet_title()} className="flex flex-col gap-3">
          {waiting.map((entry) => (
            <li key={entry.id} className="flex rounded-card border border-line bg-surface">
              <WaitingEntry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {unfinished > 0 && (
        <section className="flex flex-col gap-2">
          {stopped > 0 && (
            <h3 className="text-sm font-semibold text-ink">{m.files_unfinished()}</h3>
          )}
          <UnfinishedRows />
        </section>
      )}
    </div>
  );
}
