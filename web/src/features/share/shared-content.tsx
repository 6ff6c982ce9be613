import { useEffect, useState } from 'react';
import type { Entry } from '../../capture/entry.ts';
import { filesOf } from '../../capture/store.ts';
import { isPicture } from '../../lib/content-kind.ts';
import { fileSize } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { FileIcon } from '../../ui/file-icon.tsx';
import { InOrder } from '../../ui/in-order.tsx';
import { LocalPreview } from '../../ui/file-preview.tsx';

/** A dozen lines show; a text can be half a megabyte. */
const EXCERPT = 2000;

/** What came, as text and names alone: its sender is not known. */
export function SharedContent({ entry }: { entry: Entry }) {
  const { content, files } = entry;
  const picture = useFirstPicture(entry);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {content !== '' && (
        <p
          dir="auto"
          translate="no"
          className="line-clamp-12 text-base wrap-anywhere whitespace-pre-line text-ink"
        >
          {content.trim().slice(0, EXCERPT)}
        </p>
      )}
      {picture && (
        <div className="overflow-hidden rounded-card border border-line [&>img]:border-0">
          <LocalPreview file={picture} />
        </div>
      )}
      {files.length > 0 && (
        <ul aria-label={m.share_files()} className="flex flex-col gap-2">
          <InOrder of={files}>
            {({ name, type, size }) => (
              <li className="flex min-w-0 items-center gap-3">
                <FileIcon name={name} type={type} />
                <bdi translate="no" className="min-w-0 flex-1 truncate text-sm text-ink">
                  {name}
                </bdi>
                <span className="tabular shrink-0 text-xs text-muted">{fileSize(size)}</span>
              </li>
            )}
          </InOrder>
        </ul>
      )}
    </div>
  );
}

function useFirstPicture({ id, files }: Entry): File | undefined {
  const [picture, setPicture] = useState<File>();
  useEffect(() => {
    let shown = true;
    filesOf({ id, files }).then(
      (kept) => shown && setPicture(kept.find(({ type }) => isPicture(type))),
      // Its name tells what it was.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [id, files]);
  return picture;
}
