import { RotateCw } from 'lucide-react';
import { isPicture } from '../../lib/content-kind.ts';
import { fileSize } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UploadRow } from '../../ui/upload-row.tsx';
import type { Uploads } from './use-desktop-uploads.ts';

/** Files on their way to the desktop. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.files.length === 0) return null;
  const failed = uploads.files.filter(({ state }) => state === 'failed').length;
  return (
    <section aria-label="Uploads" className="flex flex-col gap-3">
      {failed > 0 && (
        <Notice
          icon={RotateCw}
          tone="warn"
          action={
            <Button size="sm" onClick={uploads.retry}>
              Try again
            </Button>
          }
        >
          {failed === 1 ? 'One file could not be uploaded.' : `${failed} files could not be uploaded.`}
        </Notice>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
        {uploads.files.map((pending) => (
          <UploadRow
            key={pending.id}
            {...pending}
            size={fileSize(pending.file.size)}
            picture={isPicture(pending.file.type)}
            onRemove={() => uploads.remove(pending.id)}
          />
        ))}
      </ul>
    </section>
  );
}
