import { History } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy.tsx';
import type { LiveClip } from '../clip-shape.ts';

const ClipHistoryDialog = lazyDialog(
  () => import('./clip-history-dialog.tsx'),
  'ClipHistoryDialog',
);

/** The way to the earlier texts of one's own clip. */
export function ClipHistory({ clip }: { clip: LiveClip }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <History size={14} aria-hidden />
        {m.history_title()}
      </Button>
      <ClipHistoryDialog clip={clip} open={open} onOpenChange={setOpen} />
    </>
  );
}
