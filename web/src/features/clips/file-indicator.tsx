import { Paperclip } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import type { LiveClip } from './clip-shape.ts';

/** Name and type of the first file, and how many more there are. */
export function FileIndicator({ clip }: { clip: LiveClip }) {
  const more = clip.files.length - 1;
  return (
    <span className="flex h-7 min-w-0 items-center gap-2 rounded-chip bg-sunken px-2 text-xs text-body">
      <Paperclip size={13} aria-hidden className="shrink-0 text-muted" />
      <bdi className="min-w-0 flex-1 truncate">{clip.fileName ?? m.clips_file()}</bdi>
      {clip.fileType && (
        <span className="max-w-2/5 shrink-0 truncate text-muted">{clip.fileType}</span>
      )}
      {more > 0 && <span className="tabular shrink-0 font-medium text-muted">{`+${more}`}</span>}
    </span>
  );
}
