import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { m } from '../../../paraglide/messages.js';

/** Through which of the owner's links a clip came: a stranger wrote it. */
export function FromLink({ via }: Pick<Clip, 'via'>) {
  if (!via) return null;
  return (
    <span translate="no" className="truncate text-xs text-muted">
      {via.label === null ? m.links_from_link() : m.links_from({ label: via.label })}
    </span>
  );
}
