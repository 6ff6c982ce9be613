import { Tag } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { ClipTags } from './clip-tags.tsx';

const ClipTagsDialog = lazyDialog(() => import('./clip-tags-dialog.tsx'), 'ClipTagsDialog');

/** The tags of one's own clip, and the way to change them. */
export function EditClipTags({ clip }: { clip: LiveClip }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ClipTags tags={clip.tags} />
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <Tag size={14} aria-hidden />
        {m.tags_title()}
      </Button>
      <ClipTagsDialog clip={clip} open={open} onOpenChange={setOpen} />
    </>
  );
}
