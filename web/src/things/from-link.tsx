import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { Inbox } from 'lucide-react';
import { m } from '../paraglide/messages.js';

/** Through which of the owner's links a clip came: a stranger wrote it. */
export function FromLink({ via }: Pick<Clip, 'via'>) {
  if (!via) return null;
  return (
    <span translate="no" className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
      <Inbox size={14} aria-hidden className="shrink-0" />
      <span className="truncate">
        {via.label === null ? m.links_from_link() : m.links_from({ label: via.label })}
      </span>
    </span>
  );
}
