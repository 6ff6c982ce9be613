import type {
  Activity,
  ActivityType,
  RoomContent,
  RoomMember,
} from '@clipline/contract/schemas/rooms.ts';
import { can } from '@clipline/contract/room-roles.ts';
import type { Db } from '../core/db/database.ts';
import type { Files } from '../files/files.ts';
import { listFiles } from '../files/files.queries.ts';
import type { MyRoom } from './find-room.ts';
import { ROOM } from './rooms.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { listActivity } from './room-activity.queries.ts';
import type { FoundContent } from './room-content.queries.ts';
import type { listMembers } from './room-members.queries.ts';
import { isoTime } from '../core/time.ts';

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

function presentContent(item: FoundContent, file: StoredFile | undefined, eyes: Eyes): RoomContent {
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

/** Addresses in a room, as a user who stands to it like this sees them. */
export const eyesIn = (room: Pick<MyRoom, 'as'>): Eyes => eyesOf(can(room.as, 'seeAddresses'));

/** Items as one reader sees them, each with a link of its own to its file. */
export async function presentItems(
  db: Db,
  files: Files,
  items: FoundContent[],
  readerId: string,
  eyes: Eyes,
): Promise<RoomContent[]> {
  const holders = items.filter((item) => item.type === 'file').map((item) => item.id);
  const rows = await listFiles(db, ROOM, holders);
  const fileOf = new Map(rows.map((row) => [row.holder_id, files.links.present(row, readerId)]));
  return items.map((item) => presentContent(item, fileOf.get(item.id), eyes));
}

export async function presentItem(
  db: Db,
  files: Files,
  item: FoundContent,
  readerId: string,
  eyes: Eyes,
): Promise<RoomContent> {
  const [presented] = await presentItems(db, files, [item], readerId, eyes);
  return presented as RoomContent;
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
