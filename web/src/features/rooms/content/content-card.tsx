import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { Copy, Download, Eye, History, Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { kindOf } from '../../../lib/content-kind.ts';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KindLabel } from '../../../ui/kind-label.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { copyAndTell } from '../../../ui/copy-text.ts';
import { FileBody } from './file-body.tsx';
import { TextBody } from './text-body.tsx';

export interface ContentCardProps {
  roomId: string;
  item: RoomContent;
  mine: boolean;
  /** The address names it. */
  linked: boolean;
  /** What is looked for, to be marked. */
  search: string;
  /** Only for who may. */
  onEdit?: () => void;
  onDelete?: () => void;
  onHistory?: () => void;
  onPreview: () => void;
  onDownload: () => void;
}

export function ContentCard({
  roomId,
  item,
  mine,
  linked,
  search,
  onEdit,
  onDelete,
  onHistory,
  onPreview,
  onDownload,
}: ContentCardProps) {
  const label = useId();
  const kind = kindOf({
    content: item.content,
    fileName: item.file_name,
    fileType: item.file_type,
  });
  const picture = kind === 'image';
  return (
    <Card
      role="article"
      aria-labelledby={label}
      // The arrows move between cards, so each must take focus.
      tabIndex={0}
      aria-keyshortcuts="Enter c Delete"
      data-grid-item
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.repeat) return;
        if (event.key === 'Delete') onDelete?.();
        if (event.key !== 'Enter') return;
        if (item.type === 'text') void copyAndTell(item.content, m.rooms_copied());
        else if (picture) onPreview();
        else onDownload();
      }}
      className={classNames('flex h-full min-w-0 flex-col gap-3 pb-2!', linked && 'border-accent!')}
    >
      <div className="flex items-center justify-between gap-3">
        <KindLabel kind={kind} />
        <span className="text-sm whitespace-nowrap text-muted">
          {item.version > 1 && <span>{m.rooms_edited()} · </span>}
          <RelativeTime time={item.created_at} />
        </span>
      </div>
      {item.type === 'file' ? (
        <FileBody
          roomId={roomId}
          item={item}
          labelId={label}
          search={search}
          onPreview={onPreview}
        />
      ) : (
        <TextBody
          text={item.content}
          mono={kind === 'code'}
          labelId={label}
          search={search}
          excerpt={item.match?.where === 'text' ? item.match.excerpt : undefined}
        />
      )}
      <div className="-mx-2 mt-auto flex items-center gap-0.5">
        <span className="flex min-w-0 flex-1 items-center gap-2 ps-2" title={item.user.email}>
          <Avatar name={item.user.name || item.user.email} size="sm" />
          <span className="truncate text-sm text-muted">
            <bdi translate="no">{item.user.name || item.user.email}</bdi>
            {mine && <span> {m.rooms_you()}</span>}
          </span>
        </span>
        {item.type === 'text' && (
          <IconButton
            icon={Copy}
            data-copy
            label={m.rooms_copy()}
            onClick={() => void copyAndTell(item.content, m.rooms_copied())}
          />
        )}
        {picture && <IconButton icon={Eye} label={m.rooms_preview()} onClick={onPreview} />}
        {item.type === 'file' && (
          <IconButton icon={Download} label={m.rooms_download()} onClick={onDownload} />
        )}
        {onHistory && <IconButton icon={History} label={m.history_title()} onClick={onHistory} />}
        {onEdit && <IconButton icon={Pencil} label={m.rooms_edit()} onClick={onEdit} />}
        {onDelete && (
          <IconButton icon={Trash2} label={m.rooms_delete()} tone="danger" onClick={onDelete} />
        )}
      </div>
    </Card>
  );
}
