import { Tag } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import type { LiveClip } from '../clip-shape.ts';
import { open } from '../overlays.ts';
import { ClipTags } from './clip-tags.tsx';

/** The tags of one's own clip, and the way to change them. */
export function EditClipTags({ clip }: { clip: LiveClip }) {
  return (
    <>
      <ClipTags tags={clip.tags} />
      <Button variant="ghost" size="sm" onClick={() => open('tagOne', { clip })}>
        <Tag size={14} aria-hidden />
        {m.tags_title()}
      </Button>
    </>
  );
}
