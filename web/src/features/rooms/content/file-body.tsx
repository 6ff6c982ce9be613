import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isPicture } from '../../../lib/content-kind.ts';
import { fileSize } from '../../../lib/format.ts';
import { m } from '../../../paraglide/messages.js';
import { FileIcon } from '../../../ui/file-icon.tsx';
import { marksIn } from '../../../lib/marks.ts';
import { Marked } from '../../../ui/marked.tsx';
import { roomKeys } from '../rooms.api.ts';

export interface FileBodyProps {
  roomId: string;
  item: RoomContent;
  labelId: string;
  search: string;
  onPreview: () => void;
}

export function FileBody({ roomId, item, labelId, search, onPreview }: FileBodyProps) {
  const client = useQueryClient();
  const name = item.file_name ?? m.rooms_file();
  const [broken, setBroken] = useState<string | null>(null);
  const renewed = useRef(false);
  const url = item.file_url;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isPicture(item.file_type) && url && broken !== url && (
        // The buttons below offer it to the keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={onPreview}
          className="overflow-hidden rounded-control border border-line bg-sunken"
        >
          <img
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => {
              setBroken(url);
              // One read renews a link that outlived itself; if it stays broken, it was not for its
              // age.
              if (!renewed.current)
                void client.invalidateQueries({ queryKey: roomKeys.content(roomId) });
              renewed.current = true;
            }}
            className="h-28 w-full object-cover"
          />
        </button>
      )}
      <div className="flex min-h-9 min-w-0 items-center gap-3 rounded-control bg-sunken px-2.5 py-1.5">
        <FileIcon name={name} type={item.file_type} />
        <p
          id={labelId}
          className="min-w-0 flex-1 truncate text-sm font-medium text-ink"
          title={name}
        >
          <bdi translate="no">
            <Marked text={name} marks={marksIn(name, search)} />
          </bdi>
        </p>
        <span className="tabular text-xs whitespace-nowrap text-muted">
          {fileSize(item.file_size ?? 0)}
        </span>
      </div>
    </div>
  );
}
