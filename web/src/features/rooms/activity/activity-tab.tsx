import type { Activity } from '@clipline/contract/schemas/rooms.ts';
import { Activity as ActivityIcon } from 'lucide-react';
import { Link } from 'react-router';
import { dayName } from '../../../lib/format.ts';
import { excerpt } from '../../../lib/text.ts';
import { Loaded } from '../../../live/failed-state.tsx';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card, Skeleton, SkeletonGroup } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/pager.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { useRoomActivity } from '../content/room-content.api.ts';
import { useOpenRoom } from '../room-context.ts';

export function ActivityTab() {
  const activity = useRoomActivity(useOpenRoom().room.id);
  return (
    <section aria-labelledby="recent-activity" className="flex flex-col gap-4">
      <h2 id="recent-activity" className="text-base font-semibold">
        {m.rooms_activity_title()}
      </h2>
      <Loaded
        of={activity}
        items={activity.data?.pages.flat()}
        loading={<LogSkeleton />}
        failed={m.rooms_activity_failed()}
        empty={
          <EmptyState
            icon={ActivityIcon}
            title={m.rooms_activity_none()}
            text={m.rooms_activity_none_text()}
          />
        }
      >
        {(entries) => (
          <>
            <Card className="p-2!">
              <ol aria-label={m.rooms_activity_title()} className="flex flex-col">
                {entries.map((entry, at) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    beginsDay={
                      at === 0 || dayName(entries[at - 1]!.timestamp) !== dayName(entry.timestamp)
                    }
                  />
                ))}
              </ol>
            </Card>
            <LoadMore list={activity} className="self-center">
              {m.rooms_load_more()}
            </LoadMore>
          </>
        )}
      </Loaded>
    </section>
  );
}

interface EntryProps {
  entry: Activity;
  beginsDay: boolean;
}

function Entry({ entry, beginsDay }: EntryProps) {
  const name = entry.user?.name || entry.user?.email || m.rooms_activity_someone();
  return (
    <li className="flex flex-col">
      {beginsDay && (
        <h3 className="px-2 pt-3 pb-1 text-xs font-medium text-muted">
          {dayName(entry.timestamp)}
        </h3>
      )}
      <div className="flex items-start gap-3 rounded-control px-2 py-2">
        <Avatar name={name} size="sm" />
        <p className="min-w-0 flex-1 pt-0.5 text-sm wrap-anywhere text-body">
          <bdi translate="no" className="font-medium text-ink" title={entry.user?.email}>
            {name}
          </bdi>{' '}
          <span dir="auto">
            <Done entry={entry} />
          </span>
        </p>
        <RelativeTime
          time={entry.timestamp}
          className="pt-0.5 text-sm whitespace-nowrap text-muted"
        />
      </div>
    </li>
  );
}

function Done({ entry }: { entry: Activity }) {
  const { room } = useOpenRoom();
  const did = activityWording(entry);
  if (!entry.item) return did;
  const text = excerpt(entry.item.beginning);
  const link = (
    <Link
      to={`/rooms/${room.id}?item=${entry.item.id}`}
      dir="auto"
      translate={text === '' ? undefined : 'no'}
      className={classNames(
        'rounded-chip underline decoration-line-strong underline-offset-2 hover:text-ink',
        text !== '' && 'text-muted',
      )}
    >
      {text || did}
    </Link>
  );
  return text === '' ? link : withSlots(m.rooms_did_with_item({ did, item: slot(0) }), link);
}

function LogSkeleton() {
  return (
    <SkeletonGroup label={m.rooms_activity_loading()}>
      <Card className="flex flex-col gap-4">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="flex items-center gap-3">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-4 w-56" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}

function detailsOf(entry: Pick<Activity, 'details'>): Record<string, unknown> {
  try {
    const details: unknown = JSON.parse(entry.details);
    return typeof details === 'object' && details !== null
      ? (details as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function activityWording(entry: {
  readonly type: string;
  readonly details: string;
}): string {
  const details = detailsOf(entry);
  const email = text(details['memberEmail']);
  const name = text(details['fileName']);
  switch (entry.type as Activity['type']) {
    case 'member_join':
      return m.rooms_did_join();
    case 'member_joined_by_token':
      return m.rooms_did_join_by_link();
    case 'member_removed':
      return email ? m.rooms_did_remove_member({ email }) : m.rooms_did_remove_a_member();
    case 'member_left':
      return m.rooms_did_leave();
    case 'content_add':
      return additionWording(details['contentType']);
    case 'content_edited':
      return m.rooms_did_edit_content();
    case 'content_deleted':
      return m.rooms_did_delete_content();
    case 'file_uploaded':
      return name ? m.rooms_did_upload({ name }) : m.rooms_did_upload_a_file();
    case 'room_updated':
      return settingsWording(text(details['name']), details['isPrivate']);
    case 'room_deleted':
      return m.rooms_did_delete();
    case 'room_restored':
      return m.rooms_did_restore();
    case 'member_added':
      return email ? m.rooms_did_add_member({ email }) : m.rooms_did_add_a_member();
    default:
      return m.rooms_did_something();
  }
}

function additionWording(contentType: unknown): string {
  if (contentType === 'text') return m.rooms_did_add_text();
  return contentType === 'file' ? m.rooms_did_add_file() : m.rooms_did_add_content();
}

function settingsWording(name: string | undefined, isPrivate: unknown): string {
  if (isPrivate === true)
    return name ? m.rooms_did_rename_and_make_private({ name }) : m.rooms_did_make_private();
  if (isPrivate === false)
    return name ? m.rooms_did_rename_and_make_public({ name }) : m.rooms_did_make_public();
  return name ? m.rooms_did_rename({ name }) : m.rooms_did_update();
}
