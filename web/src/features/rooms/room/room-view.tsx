import { useCapture } from '../../../capture/use-capture.ts';
import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { Eye } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Composer } from '../../../editing/use-composer.ts';
import { chosen } from '../../../lib/filters.ts';
import { useLeaveWarning } from '../../../editing/leave-warning.ts';
import { m } from '../../../paraglide/messages.js';
import { Notice } from '../../../ui/notice.tsx';
import { PageDropTarget } from '../../../ui/page-drop-target.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ActivityTab } from '../activity/activity-tab.tsx';
import { MembersTab } from '../members/members-tab.tsx';
import { ContentTab } from '../content/content-tab.tsx';
import { RoomActions, RoomFacts } from './room-bar.tsx';
import { useAddText, useRoomUploads } from '../content/use-adding.ts';

export interface RoomViewProps {
  room: Room;
  present: ReadonlySet<string>;
  /** The header has space for what stands above the tabs otherwise. */
  wide: boolean;
  composer: Composer;
  onLeaving: (leaving: boolean) => void;
  onLeft: () => void;
}

const TABS = [
  { value: 'content', label: m.rooms_content() },
  { value: 'members', label: m.rooms_members() },
  { value: 'activity', label: m.rooms_activity() },
] as const;

export function RoomView(props: RoomViewProps) {
  const { room, present, wide, composer, onLeaving, onLeft } = props;
  const role = room.role ?? 'reader';
  const tabs = can(role, 'seeActivity') ? TABS : TABS.slice(0, 2);
  const [params, setParams] = useSearchParams();
  const tab = chosen(tabs, params.get('tab'), 'content');
  const uploads = useRoomUploads(room.id);
  const addText = useAddText(room.id);
  const capture = useCapture();
  useLeaveWarning(uploads.files.length > 0);
  const show = (next: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('item');
        if (next === 'content') changed.delete('tab');
        else changed.set('tab', next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      {!wide && (
        <div className="flex flex-wrap items-center justify-between gap-x-1">
          <RoomFacts room={room} present={present} />
          <RoomActions room={room} onLeaving={onLeaving} onLeft={onLeft} />
        </div>
      )}
      {role === 'reader' && <Notice icon={Eye}>{m.rooms_reader_note()}</Notice>}
      <PageDropTarget
        label={m.rooms_drop({ room: room.name })}
        disabled={!can(role, 'addContent')}
        onText={(text) => {
          if (capture.whenOffline(text)) return;
          show('content');
          void addText(text);
        }}
        onFiles={(files) => {
          if (capture.whenOffline(files)) return;
          show('content');
          uploads.add(files);
        }}
      />
      <div className="flex flex-1 flex-col">
        <Tabs label={m.rooms_room()} value={tab} onValueChange={show} tabs={tabs}>
          {tab === 'content' && <ContentTab room={room} composer={composer} uploads={uploads} />}
          {tab === 'members' && <MembersTab room={room} present={present} />}
          {tab === 'activity' && <ActivityTab roomId={room.id} />}
        </Tabs>
      </div>
    </>
  );
}
