import { History } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { open } from '../overlays.ts';

/** The way to the earlier texts of one's own clip. */
export function ClipHistory({ clip }: { clip: LiveClip }) {
  return (
    <Button variant="ghost" size="sm" onClick={() => open('history', { clip })}>
      <History size={14} aria-hidden />
      {m.history_title()}
    </Button>
  );
}
