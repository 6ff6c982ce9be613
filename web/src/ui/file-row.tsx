import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { FileIcon } from './file-icon.tsx';

export interface FileRowProps {
  file: { readonly name: string; readonly type: string };
  preview: ReactNode;
  facts: ReactNode;
  progress?: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** A file in a list of files. */
export function FileRow({ file, preview, facts, progress, children }: FileRowProps) {
  return (
    <li className="min-w-0">
      <Card className="p-0!">
        {preview}
        {/* In a narrow column the buttons stand below the name, not in its place. */}
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 p-2 ps-3">
          <div className="flex min-w-36 flex-1 items-center gap-3">
            <FileIcon name={file.name} type={file.type} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium text-ink" title={file.name}>
                <bdi translate="no">{file.name}</bdi>
              </p>
              <p className="tabular text-xs text-muted">{facts}</p>
              {progress}
            </div>
          </div>
          <div className="flex items-center gap-3">{children}</div>
        </div>
      </Card>
    </li>
  );
}
