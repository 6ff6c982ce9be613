import { RotateCw } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { kilobytes } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { UploadRow } from '../../../live/upload-row.tsx';
import type { FileQueue, QueuedFile } from '../../../live/uploads.ts';

/** What waits for the next save, and what could not be uploaded by the last one. */
export function PendingFileLists({ files, onRetry }: { files: FileQueue; onRetry: () => void }) {
  return (
    <>
      <FileList
        title={m.clips_pending_files()}
        hint={m.clips_pending_files_hint()}
        items={files.waiting}
        onRemove={files.remove}
      />
      <FileList
        title={m.clips_not_uploaded()}
        items={files.failed}
        onRemove={files.remove}
        action={
          <Button size="sm" onClick={onRetry}>
            <RotateCw size={16} aria-hidden />
            {m.ui_try_again()}
          </Button>
        }
      />
    </>
  );
}

interface FileListProps {
  title: string;
  hint?: string;
  items: readonly QueuedFile[];
  onRemove: (id: string) => void;
  action?: ReactNode;
}

function FileList({ title, hint, items, onRemove, action }: FileListProps) {
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        <h2 id={heading} className="text-base font-semibold">
          {title}
        </h2>
        {action && <div className="ms-auto">{action}</div>}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3">
        {items.map((item) => (
          <UploadRow
            key={item.id}
            {...item}
            size={kilobytes(item.file.size)}
            onRemove={() => onRemove(item.id)}
          />
        ))}
      </ul>
      {/* Beside the heading it would take a line where words are long, and go with the save. */}
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </section>
  );
}
