import { Paperclip } from 'lucide-react';
import { m } from '../../paraglide/messages.js';

/** The empty place for files: says that the whole page takes them. */
export function FilesHint() {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line px-6 py-10 text-center max-lg:hidden">
      <Paperclip size={18} aria-hidden className="text-muted" />
      <p className="text-sm text-muted">{m.clips_drop_hint()}</p>
    </div>
  );
}
