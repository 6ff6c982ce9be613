import * as z from 'zod/mini';
import { MAX_TEXT_BODY_BYTES, MAX_ROOM_NAME_LENGTH, MAX_ACTIVITY_PAGE_SIZE } from '../limits.ts';
import {
  dateRange,
  id,
  ifMatch,
  line,
  match,
  message,
  page,
  pageSize,
  savedText,
  shortText,
  timestamp,
  timeZone,
} from './common.ts';
import { email } from './auth.ts';
import { endpointsFor } from './endpoint.ts';
import { acknowledgement, clientEvent } from './event.ts';
import { finishing, preview, unfinished } from './files.ts';

const forReaders = endpointsFor('user', 'rooms:read');
const forWriters = endpointsFor('user', 'rooms:write');
const forUser = endpointsFor('user', null);

/**
 * One of the room: a member by its user id, or an invitation by an id of its own. The name is
 * the local part of the address until that person has opened the room, so that adding an address
 * does not tell whether it has an account.
 */
export const roomMember = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'member']),
  avatar: z.nullable(z.string()),
});
export type RoomMember = z.output<typeof roomMember>;

const person = z.object({ id, name: z.string(), email: z.string() });

export const roomContent = z.object({
  id,
  type: z.enum(['text', 'file']),
  content: z.string(),
  file_name: z.nullable(z.string()),
  file_type: z.nullable(z.string()),
  file_size: z.nullable(z.number()),
  /** Signed and short-lived: read the room again to get a fresh one. */
  file_url: z.nullable(z.string()),
  file_preview: z.nullable(preview),
  created_at: timestamp,
  updated_at: timestamp,
  user: person,
  version: z.number(),
  /** In the answer to a search, unless the author alone was found. */
  match: z.optional(match),
});
export type RoomContent = z.output<typeof roomContent>;

/** Whether I hear of what others add: on my devices too, as a number, or not at all. */
export const roomNotifications = z.enum(['all', 'badge', 'off']);
export type RoomNotifications = z.output<typeof roomNotifications>;

const head = {
  id,
  name: z.string(),
  is_private: z.boolean(),
  isPrivate: z.boolean(),
  updated_at: timestamp,
  memberCount: z.number(),
  /** Mine; null while I read a public room without being a member. */
  role: z.nullable(z.enum(['owner', 'member'])),
  /** What others added since I looked, up to 99; null to who is no member. */
  unread: z.nullable(z.number()),
  notifications: z.nullable(roomNotifications),
};

export const roomSummary = z.object({ ...head, members: z.array(roomMember) });
export type RoomSummary = z.output<typeof roomSummary>;

export const room = z.object({
  ...head,
  /**
   * All, owner first. To a reader who is no member, addresses here and below read a•••@example.com.
   */
  members: z.array(roomMember),
  content: z.array(roomContent),
  contentTotal: z.number(),
  authors: z.array(z.string()),
  /** For members only, and of their programs for those with the scope rooms:write. */
  shareToken: z.nullable(z.string()),
});
export type Room = z.output<typeof room>;

export const activityType = z.enum([
  'member_join',
  'member_joined_by_token',
  'member_removed',
  'member_left',
  'content_add',
  'content_edited',
  'content_deleted',
  'file_uploaded',
  'room_updated',
  'room_deleted',
  'room_restored',
  'member_added',
]);
export type ActivityType = z.output<typeof activityType>;

export const activity = z.object({
  id,
  type: activityType,
  details: z.string(),
  user: z.nullable(person),
  timestamp,
  /** What was added or changed, while it is there: how its text begins, blank of a file. */
  item: z.nullable(z.object({ id, beginning: z.string() })),
});
export type Activity = z.output<typeof activity>;

const roomPath = z.object({ id });
const contentPath = z.object({ id, contentId: id });
const roomName = line(MAX_ROOM_NAME_LENGTH);
const roomText = z.pipe(
  savedText,
  z.string().check(z.refine((text: string) => text.trim() !== '')),
);

export const listRooms = forReaders('GET /rooms', {
  summary: 'The rooms I am a member of, last changed first.',
  reply: z.array(roomSummary),
});

export const createRoom = forWriters('POST /rooms', {
  summary: 'Open a room of my own; public unless said otherwise.',
  body: z.strictObject({ name: roomName, isPrivate: z.optional(z.boolean()) }),
  creates: true,
  reply: room,
  errors: ['TOO_MANY_ROOMS'],
});

export const getRoom = forReaders('GET /rooms/{id}', {
  summary: 'A room of mine, or a public one whose id I hold, with its newest content.',
  params: roomPath,
  reply: room,
  errors: ['ROOM_NOT_FOUND'],
});

export const updateRoom = forWriters('PATCH /rooms/{id}', {
  summary: 'Rename my room, or make it public or private.',
  params: roomPath,
  body: z
    .strictObject({ name: z.optional(roomName), isPrivate: z.optional(z.boolean()) })
    .check(z.refine((change) => change.name !== undefined || change.isPrivate !== undefined)),
  reply: room,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'NOT_ROOM_OWNER'],
});

export const deleteRoom = forUser('DELETE /rooms/{id}', {
  summary: 'Delete my room with everything in it.',
  params: roomPath,
  reply: message,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'NOT_ROOM_OWNER'],
});

export const joinRoom = forWriters('POST /rooms/join', {
  summary:
    'Become a member of a public room by its share token. A member who calls again gets the room again.',
  body: z.strictObject({ shareToken: shortText(200) }),
  reply: room,
  errors: ['ROOM_LINK_INVALID', 'ROOM_FULL', 'TOO_MANY_ROOMS'],
});

export const renewShareToken = forUser('POST /rooms/{id}/share-token', {
  summary: 'Replace the share token of my room; the old one is dead at once.',
  params: roomPath,
  endsRights: true,
  reply: z.object({ shareToken: z.string() }),
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'NOT_ROOM_OWNER'],
});

export const leaveRoom = forWriters('POST /rooms/{id}/leave', {
  summary: 'Leave a room that is not my own.',
  params: roomPath,
  endsRights: true,
  reply: message,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'OWNER_CANNOT_LEAVE'],
});

export const addRoomMember = forWriters('POST /rooms/{id}/members', {
  summary:
    'Add a person by address: a member at once, or as soon as the address is confirmed. The answer does not tell which.',
  params: roomPath,
  body: z.strictObject({ email }),
  creates: true,
  reply: roomMember,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'ALREADY_ROOM_MEMBER', 'ROOM_FULL'],
});

export const removeRoomMember = forWriters('DELETE /rooms/{id}/members/{memberId}', {
  summary: 'Remove a member, or take back an invitation, of my room.',
  params: z.object({ id, memberId: id }),
  endsRights: true,
  reply: message,
  errors: [
    'ROOM_NOT_FOUND',
    'NOT_ROOM_MEMBER',
    'NOT_ROOM_OWNER',
    'MEMBER_NOT_FOUND',
    'OWNER_CANNOT_LEAVE',
  ],
});

const contentQuery = z.object({
  page,
  pageSize,
  search: z.optional(shortText(1000)),
  type: z.optional(z.enum(['all', 'text', 'file'])),
  user: z.optional(shortText(254)),
  dateRange: z.optional(dateRange),
  timeZone,
  sort: z.optional(z.enum(['date', 'type', 'user'])),
  /** `desc` unless said otherwise. Reverses the whole list, newest last within one type or user. */
  order: z.optional(z.enum(['asc', 'desc'])),
});
export type RoomContentQuery = z.output<typeof contentQuery>;

export const listRoomContent = forReaders('GET /rooms/{id}/content', {
  summary: 'What is in a room, filtered, sorted and paged; 50 a page unless said otherwise.',
  params: roomPath,
  query: contentQuery,
  reply: z.object({ content: z.array(roomContent), total: z.number() }),
  errors: ['ROOM_NOT_FOUND'],
});

export const getRoomContent = forReaders('GET /rooms/{id}/content/{contentId}', {
  summary: 'One item of a room as it stands now.',
  params: contentPath,
  reply: roomContent,
  errors: ['ROOM_NOT_FOUND', 'CONTENT_NOT_FOUND'],
});

export const addRoomContent = forWriters('POST /rooms/{id}/content', {
  summary: 'Add a text to a room.',
  params: roomPath,
  body: z.strictObject({ content: roomText, type: z.optional(z.literal('text')) }),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  creates: true,
  reply: roomContent,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'TEXT_TOO_LONG'],
});

export const uploadRoomFile = forWriters('POST /rooms/{id}/upload', {
  summary: 'Add a file to a room.',
  params: roomPath,
  upload: true,
  finish: finishing,
  creates: true,
  reply: roomContent,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'FILE_TOO_LARGE', 'INVALID_UPLOAD', ...unfinished],
});

export const updateRoomContent = forWriters('PATCH /rooms/{id}/content/{contentId}', {
  summary: 'Save a text that I added. With If-Match: <version>, 412 when it was saved since.',
  params: contentPath,
  headers: z.object({ 'if-match': ifMatch }),
  body: z.strictObject({ content: roomText }),
  maxBodyBytes: MAX_TEXT_BODY_BYTES,
  reply: roomContent,
  errors: [
    'ROOM_NOT_FOUND',
    'NOT_ROOM_MEMBER',
    'CONTENT_NOT_FOUND',
    'NOT_CONTENT_AUTHOR',
    'NOT_A_TEXT',
    'VERSION_CONFLICT',
    'TEXT_TOO_LONG',
  ],
});

export const deleteRoomContent = forWriters('DELETE /rooms/{id}/content/{contentId}', {
  summary: 'Delete an item, also one that another added. It can be restored for ten minutes.',
  params: contentPath,
  reply: message,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'CONTENT_NOT_FOUND'],
});

export const restoreRoomContent = forWriters('POST /rooms/{id}/content/{contentId}/restore', {
  summary: 'Bring back an item that was deleted in the last ten minutes.',
  params: contentPath,
  reply: roomContent,
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER', 'CONTENT_NOT_FOUND'],
});

export const listRoomActivity = forReaders('GET /rooms/{id}/activity', {
  summary: 'What happened in a room of mine, newest first; older entries with `before`.',
  params: roomPath,
  query: z.object({
    limit: z.optional(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_ACTIVITY_PAGE_SIZE)),
    ),
    /** Id or timestamp of the oldest entry at hand. No two entries of a room share a timestamp. */
    before: z.optional(shortText(64)),
  }),
  reply: z.array(activity),
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER'],
});

export const seeRoom = forWriters('PUT /rooms/{id}/seen', {
  summary: 'I have looked: what is in the room of mine now is not unread any more.',
  params: roomPath,
  reply: 'nothing',
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER'],
});

export const setRoomNotifications = forWriters('PUT /rooms/{id}/notifications', {
  summary:
    'Whether I hear of what others add to a room of mine: on my devices too (all), as a number (badge), or not at all (off).',
  params: roomPath,
  body: z.strictObject({ mode: roomNotifications }),
  reply: 'nothing',
  errors: ['ROOM_NOT_FOUND', 'NOT_ROOM_MEMBER'],
});

export const roomEndpoints = {
  listRooms,
  createRoom,
  joinRoom,
  getRoom,
  updateRoom,
  deleteRoom,
  renewShareToken,
  leaveRoom,
  addRoomMember,
  removeRoomMember,
  listRoomContent,
  getRoomContent,
  addRoomContent,
  uploadRoomFile,
  updateRoomContent,
  deleteRoomContent,
  restoreRoomContent,
  listRoomActivity,
  seeRoom,
  setRoomNotifications,
};

export const roomChange = z.enum([
  'created',
  'content',
  'members',
  'settings',
  'deleted',
  'removed',
]);
export type RoomChange = z.output<typeof roomChange>;

export const roomClientEvents = {
  'join:room': clientEvent({
    access: 'user',
    scope: 'rooms:read',
    summary: 'Hear of every later change of a room; returns its present state and who has it open.',
    payload: z.strictObject({ roomId: id }),
    ack: acknowledgement({ room, present: z.array(id) }),
  }),
  'leave:room': clientEvent({
    access: 'user',
    scope: 'rooms:read',
    summary: 'Stop hearing of a room.',
    payload: z.strictObject({ roomId: id }),
    ack: acknowledgement({}),
  }),
} as const;

/** A client that has another version than `since` reads the room. Addresses are left out. */
const roomDelta = z.object({
  since: timestamp,
  updated_at: timestamp,
  /** Added, or saved anew. */
  item: z.optional(z.extend(roomContent, { user: z.omit(person, { email: true }) })),
  removed: z.optional(id),
  settings: z.optional(z.object({ name: z.string(), is_private: z.boolean() })),
});
export type RoomDelta = z.output<typeof roomDelta>;

export const roomServerEvents = {
  /** To those who have the room open, and to every member for the list of rooms. */
  'room:updated': z.object({ roomId: id, change: roomChange, delta: z.optional(roomDelta) }),
  /** To all sockets of a member, at most once a second; 0 when they looked. */
  'room:news': z.object({ roomId: id, unread: z.number() }),
  /** Ids of members who opened the room or left it just now, to those who have it open. */
  'room:presence': z.object({ roomId: id, came: z.array(id), went: z.array(id) }),
} as const;
