import type {
  Activity,
  ActivityType,
  RoomContent,
  RoomMember,
} from '@clipline/contract/schemas/rooms.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { listActivity } from './room-activity.queries.ts';
import type { FoundContent } from './room-content.queries.ts';
import type { listMembers } from './room-members.queries.ts';
import { isoTime } from '../../platform/time.ts';

type Row<F extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<F>>[number];

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));
/** What a user who may not see addresses reads instead: a•••@example.com. */
export const maskEmail = (email: string): string =>
  `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`;

/** How one reader sees the addresses in a room. */
export type Eyes = (email: string) => string;
export const eyesOf = (seesAddresses: boolean): Eyes =>
  seesAddresses ? (email) => email : maskEmail;

/** Until a user has opened the room themselves, their name says no more than the address does. */
const nameOf = (
  row: { name: string | null; email: string; opened_at: number | null },
  eyes: Eyes,
) => (row.name !== null && row.opened_at !== null ? row.name : localPart(eyes(row.email)));

export const presentMember = (row: Row<typeof listMembers>, eyes: Eyes): RoomMember => ({
  id: row.member_id,
  email: eyes(row.email),
  name: nameOf(row, eyes),
  role: row.role,
  avatar: null,
});

export function presentContent(
  item: FoundContent,
  file: StoredFile | undefined,
  eyes: Eyes,
): RoomContent {
  const createdAt = isoTime(item.created_at);
  return {
    id: item.id,
    type: item.type,
    content: item.content,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
    file_size: file?.size ?? null,
    file_url: file?.url ?? null,
    created_at: createdAt,
    // Most are never changed, and telling a time takes long in a list.
    updated_at: item.updated_at === item.created_at ? createdAt : isoTime(item.updated_at),
    user: { id: item.user_id, name: item.name, email: eyes(item.author_email) },
    version: item.version,
  };
}

export const presentActivity = (entry: Row<typeof listActivity>): Activity => ({
  id: entry.id,
  type: entry.type as ActivityType,
  details: entry.details,
  user: {
    id: entry.user_id,
    name: entry.member_id === null ? entry.name : nameOf(entry, eyesOf(true)),
    email: entry.email,
  },
  timestamp: isoTime(entry.created_at),
  item: entry.item_id === null ? null : { id: entry.item_id, beginning: entry.beginning ?? '' },
});
