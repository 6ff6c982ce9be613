import { can } from '@clipline/contract/room-roles.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { lazy } from 'react';
import { useAddressFilters } from '../../lib/address-filters.ts';
import { Late } from '../../ui/late.tsx';
import { ComposerCard } from './composer-card.tsx';
import { contentSpelling } from './content-filters.ts';
import { ContentFilterBar } from './content-filter-bar.tsx';
import { ContentList } from './content-list.tsx';
import { useRoomContent } from './room-content.api.ts';
import type { Composer } from './use-composer.ts';
import type { Uploads } from '../../lib/uploads.ts';

const UploadList = lazy(async () => ({
  default: (await import('../../ui/upload-list.tsx')).UploadList,
}));

export interface ContentTabProps {
  room: Room;
  composer: Composer;
  uploads: Uploads;
  onEdit: (item: RoomContent) => void;
}

export function ContentTab({ room, composer, uploads, onEdit }: ContentTabProps) {
  const controls = useAddressFilters(contentSpelling);
  const content = useRoomContent(room, controls.filters);
  return (
    <div className="flex flex-col gap-5">
      {can(room.role ?? 'reader', 'addContent') && (
        <div className="flex flex-col gap-3">
          <ComposerCard composer={composer} onFiles={uploads.add} />
          <Late when={uploads.files.length > 0}>
            <UploadList uploads={uploads} />
          </Late>
        </div>
      )}
      <ContentFilterBar
        controls={controls}
        authors={room.authors}
        total={content.data?.pages[0]?.total}
      />
      <ContentList
        room={room}
        content={content}
        filters={controls.filters}
        onClear={controls.clear}
        onEdit={onEdit}
      />
    </div>
  );
}
