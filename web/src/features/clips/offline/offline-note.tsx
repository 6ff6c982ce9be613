import { CloudOff } from 'lucide-react';
import { relativeTimeWithin } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';

export function OfflineNote({ at }: { at: string }) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <CloudOff size={16} aria-hidden className="shrink-0" />
      <span>{m.clips_offline_note({ time: relativeTimeWithin(at) })}</span>
    </p>
  );
}
