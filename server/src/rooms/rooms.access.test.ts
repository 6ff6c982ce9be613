import {
  can,
  type RoomCapability,
  type RoomRole,
  roomRoles,
} from '@clipline/contract/room-roles.ts';
import { describe, expect, test } from 'vitest';
import {
  editRefusalOf,
  forgetRefusalOf,
  refusalOf,
  removalRefusalOf,
  roleIn,
} from './rooms.access.ts';

describe('how a caller stands to a room', () => {
  test.each([
    [{ isPrivate: true, membership: null }, null],
    [{ isPrivate: false, membership: null }, 'reader'],
    [{ isPrivate: true, membership: 'member' }, 'member'],
    [{ isPrivate: false, membership: 'member' }, 'member'],
    [{ isPrivate: true, membership: 'owner' }, 'owner'],
    [{ isPrivate: false, membership: 'owner' }, 'owner'],
  ] as const)('%j: %s', (room, role) => expect(roleIn(room)).toBe(role));
});

/** No one, reader, member, owner: - for may not know of it, m for members only, o for the owner
 * only, x for owners cannot, + for may.
 */
const table: Record<RoomCapability, string> = {
  read: '-+++',
  seeAddresses: '-m++',
  follow: '-m++',
  seeActivity: '-m++',
  seeVersions: '-m++',
  seeShareToken: '-m++',
  addContent: '-m++',
  editOwnContent: '-m++',
  deleteContent: '-m++',
  restoreContent: '-m++',
  addMember: '-m++',
  leave: '-m+x',
  removeMember: '-mo+',
  changeSettings: '-mo+',
  renewShareToken: '-mo+',
  deleteRoom: '-mo+',
};
const failures = {
  '-': 'ROOM_NOT_FOUND',
  m: 'NOT_ROOM_MEMBER',
  o: 'NOT_ROOM_OWNER',
  x: 'OWNER_CANNOT_LEAVE',
  '+': null,
} as const;

describe('what they may do', () => {
  test.each(Object.entries(table) as [RoomCapability, string][])('%s: %s', (capability, row) => {
    const roles: (RoomRole | null)[] = [null, 'reader', 'member', 'owner'];
    expect(roles.map((role) => refusalOf(role, capability))).toEqual(
      [...row].map((each) => failures[each as keyof typeof failures]),
    );
    for (const role of roles)
      if (role !== null) expect(can(role, capability)).toBe(refusalOf(role, capability) === null);
  });

  test('the table names every capability', () =>
    expect(new Set(Object.values(roomRoles).flat())).toEqual(new Set(Object.keys(table))));
});

test('a text is edited by its author only, a file by no one', () => {
  expect(editRefusalOf({ authorId: 'a', type: 'text' }, 'a')).toBe(null);
  expect(editRefusalOf({ authorId: 'a', type: 'text' }, 'b')).toBe('NOT_CONTENT_AUTHOR');
  expect(editRefusalOf({ authorId: 'a', type: 'file' }, 'a')).toBe('NOT_A_TEXT');
  expect(editRefusalOf({ authorId: 'a', type: 'file' }, 'b')).toBe('NOT_CONTENT_AUTHOR');
});

test('versions are forgotten by the author and by the owner of the room', () => {
  expect(forgetRefusalOf({ authorId: 'a' }, 'member', 'a')).toBe(null);
  expect(forgetRefusalOf({ authorId: 'a' }, 'owner', 'b')).toBe(null);
  expect(forgetRefusalOf({ authorId: 'a' }, 'member', 'b')).toBe('NOT_CONTENT_AUTHOR');
});

test('everybody but the owner can be removed', () => {
  expect(removalRefusalOf({ role: 'member' })).toBe(null);
  expect(removalRefusalOf({ role: 'owner' })).toBe('OWNER_CANNOT_LEAVE');
});
