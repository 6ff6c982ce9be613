import { RotateCw, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { kilobytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileIcon } from '../../ui/file-icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { isPicture } from './clip-kind.ts';
import { LocalPreview } from './file-preview.tsx';
import type { PendingFile } from './pending-files.ts';
import type { PendingFiles } from './use-pending-files.ts';

/** What waits for the next save, and what could not be uploaded by the last one. */
export function PendingFileLists({ files, onRetry }: { files: PendingFiles; onRetry: () => void }) {
  return (
    <>
      <FileList title="Pending Files" hint="Uploaded when you save." items={files.waiting} onRemove={files.remove} />
      <FileList
        title="Not uploaded"
        items={files.failed}
        onRemove={files.remove}
        action={
          <Button size="sm" onClick={onRetry}>
            <RotateCw size={16} aria-hidden />
            Try again
          </Button>
        }
      />
    </>
  );
}

interface FileListProps {
  title: string;
  hint?: string;
  items: readonly PendingFile[];
  onRemove: (id: string) => void;
  action?: ReactNode;
}

function FileList({ title, hint, items, onRemove, action }: FileListProps) {
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center gap-3">
        <h2 id={heading} className="text-base font-semibold">
          {title}
        </h2>
        {hint && <p className="text-sm text-muted">{hint}</p>}
        {action && <div className="ms-auto">{action}</div>}
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3">
        {items.map((item) => (
          <PendingRow key={item.id} item={item} onRemove={() => onRemove(item.id)} />
        ))}
      </ul>
    </section>
  );
}

function PendingRow({ item, onRemove }: { item: PendingFile; onRemove: () => void }) {
  const { file, state, share } = item;
  return (
    <li className="min-w-0">
      <Card className="p-0!">
        {isPicture(file.type) && <LocalPreview file={file} />}
        <div className="flex items-center gap-3 p-2 ps-3">
          <FileIcon name={file.name} type={file.type} />
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-medium text-ink" title={file.name}>
              <bdi>{file.name}</bdi>
            </p>
            <p className="tabular text-xs text-muted">
              {kilobytes(file.size)}
              {state === 'uploading' && ` · ${Math.round(share * 100)} %`}
            </p>
            {state === 'uploading' && <Progress label={`Uploading ${file.name}`} value={share} />}
          </div>
          <IconButton icon={X} label={`${state === 'uploading' ? 'Cancel upload of' : 'Remove'} ${file.name}`} onClick={onRemove} />
        </div>
      </Card>
    </li>
  );
}
