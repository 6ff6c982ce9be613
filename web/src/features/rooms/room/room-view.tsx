import { Tabs } from '@base-ui/react/tabs';
import { can } from '@clipline/contract/room-roles.ts';
import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import { Eye } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useCapture } from '../../../capture/use-capture.ts';
import { useLeaveWarning } from '../../../editing/send-key.ts';
import { AddLine } from '../../../editing/composer.tsx';
import { PHONE, useMediaQuery } from '../../../lib/browser.ts';
import { chosen, useFilters } from '../../../lib/filters.ts';
import { useUser } from '../../../session/session.ts';
import { UnfinishedHere } from '../../../things/unfinished-here.tsx';
import { UploadList } from '../../../things/uploading.tsx';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageDropTarget } from '../../../ui/page-drop-target.tsx';
import { RecentlyDeleted } from '../../../ui/recently-deleted.tsx';
import { ActivityTab } from '../activity/activity-tab.tsx';
import { ContentFilterBar } from '../content/content-filter-bar.tsx';
import { contentFilters } from '../content/content-filters.ts';
import { ContentList, type ContentListProps } from '../content/content-list.tsx';
import { RoleBadge } from '../room-fields.tsx';
import { open } from '../overlays.ts';
import { useOpenRoom } from '../room-context.ts';
import { useLastSeen, useSeeing } from '../unread.ts';

function ContentTab(list: ContentListProps) {
  const { room, role, adding } = useOpenRoom();
  const isPhone = useMediaQuery(PHONE);
  return (
    <div className="flex flex-col gap-3">
      {can(role, 'addContent') && (
        <div className="flex flex-col gap-3">
          <AddLine
            adding={adding}
            label={m.rooms_content_new()}
            // On a phone the whole of it would be cut.
            placeholder={
              isPhone ? m.rooms_content_placeholder_short() : m.rooms_content_placeholder()
            }
            verb={m.rooms_content_add()}
          />
          <UploadList uploads={adding.uploads} />
          <UnfinishedHere kind="room" id={room.id} />
        </div>
      )}
      <ContentList {...list} />
      {can(role, 'deleteContent') && <RecentlyDeleted kind="roomItem" />}
    </div>
  );
}

function MemberRow({ member }: { member: RoomMember }) {
  const { room, present } = useOpenRoom();
  const me = useUser()?.id === member.id;
  return (
    <button
      type="button"
      onClick={() => open('member', { roomId: room.id, memberId: member.id })}
      className="flex w-full items-center gap-3 rounded-control px-2.5 py-2 text-start -outline-offset-2 transition-colors duration-150 hover:bg-hover"
    >
      <Avatar
        name={member.name || member.email}
        src={member.avatar}
        present={present.has(member.id)}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm font-medium text-ink">
          <bdi translate="no">{member.name || member.email}</bdi>
          {me && <span className="text-muted"> {m.rooms_you()}</span>}
        </span>
        <span translate="no" className="truncate text-sm text-muted">
          {member.email}
        </span>
      </span>
      <RoleBadge role={member.role} />
    </button>
  );
}

function MembersTab() {
  const { room } = useOpenRoom();
  return (
    <Card className="overflow-hidden p-0!">
      <ul aria-label={m.rooms_members()} className="flex max-h-100 flex-col overflow-y-auto p-1.5">
        {room.members.map((each) => (
          <li key={each.id}>
            <MemberRow member={each} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const TABS = [
  { value: 'content', label: m.rooms_content() },
  { value: 'members', label: m.rooms_members() },
  { value: 'activity', label: m.rooms_activity() },
] as const;

export function RoomView() {
  const { room, role, adding } = useOpenRoom();
  const tabs = can(role, 'seeActivity') ? TABS : TABS.slice(0, 2);
  const [params, setParams] = useSearchParams();
  const tab = chosen(tabs, params.get('tab'), 'content');
  const lastSeen = useLastSeen(room);
  useSeeing(room, tab === 'content');
  const controls = useFilters(contentFilters);
  const capture = useCapture();
  useLeaveWarning(adding.uploads.files.length > 0);
  const show = (next: string) =>
    setParams(
      (current) => {
        current.delete('item');
        if (next === 'content') current.delete('tab');
        else current.set('tab', next);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      {role === 'reader' && <Notice icon={Eye}>{m.rooms_reader_note()}</Notice>}
      <PageDropTarget
        label={m.rooms_drop({ room: room.name })}
        disabled={!can(role, 'addContent')}
        onText={(text) => {
          if (capture.whenOffline(text)) return;
          show('content');
          void adding.addText(text);
        }}
        onFiles={(files) => {
          if (capture.whenOffline(files)) return;
          show('content');
          adding.uploads.add(files);
        }}
      />
      <div className="flex flex-1 flex-col">
        <Tabs.Root value={tab} onValueChange={show}>
          <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line">
            <Tabs.List
              activateOnFocus
              aria-label={m.rooms_room()}
              className="-mb-px flex gap-1 overflow-x-auto"
            >
              {tabs.map(({ value, label }) => (
                <Tabs.Tab
                  key={value}
                  value={value}
                  className="flex h-10 items-center border-b-2 border-transparent px-3 text-sm font-medium text-muted transition-colors duration-150 -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink touch:h-11"
                >
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tab === 'content' && (
              <div className="max-lg:grow lg:min-w-0 lg:flex-1">
                <ContentFilterBar controls={controls} />
              </div>
            )}
          </div>
          <Tabs.Panel value={tab} className="pt-4 outline-offset-4">
            {tab === 'content' && <ContentTab controls={controls} lastSeen={lastSeen} />}
            {tab === 'members' && <MembersTab />}
            {tab === 'activity' && <ActivityTab />}
          </Tabs.Panel>
        </Tabs.Root>
      </div>
    </>
  );
}
