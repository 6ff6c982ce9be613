import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { useFilters } from '../../../lib/use-filters.ts';
import { ComposerCard } from '../../../editing/composer-card.tsx';
import type { Composer } from '../../../editing/use-composer.ts';
import { RecentlyDeleted } from '../../../ui/recently-deleted.tsx';
import { m } from '../../../paraglide/messages.js';
import { contentFilters } from './content-filters.ts';
import { ContentFilterBar } from './content-filter-bar.tsx';
import { ContentList } from './content-list.tsx';
import { useRoomContent } from './room-content.api.ts';
import { UploadList } from '../../../live/upload-list.tsx';
import type { Uploads } from '../../../live/uploads.ts';

export interface ContentTabProps {
  room: Room;
  composer: Composer;
  uploads: Uploads;
}

export function ContentTab({ room, composer, uploads }: ContentTabProps) {
  const controls = useFilters(contentFilters);
  const content = useRoomContent(room, controls.filters);
  return (
    <div className="flex flex-col gap-3">
      {can(room.role ?? 'reader', 'addContent') && (
        <div className="flex flex-col gap-3">
          <ComposerCard
            composer={composer}
            onFiles={uploads.add}
            label={m.rooms_content_new()}
            placeholder={m.rooms_content_placeholder()}
            shortPlaceholder={m.rooms_content_placeholder_short()}
            send={m.rooms_content_add()}
          />
          {uploads.files.length > 0 && <UploadList uploads={uploads} />}
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
      />
      {can(room.role ?? 'reader', 'deleteContent') && <RecentlyDeleted kind="roomItem" />}
    </div>
  );
}
