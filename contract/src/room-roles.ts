/**
 * How a user stands to a room. A reader is no member: a signed-in holder of the id of a public
 * room.
 */
export type RoomRole = 'owner' | 'member' | 'reader';

const reader = ['read'] as const;
const member = [
  ...reader,
  'seeAddresses',
  'follow',
  'seeActivity',
  'seeVersions',
  'seeShareToken',
  'addContent',
  'editOwnContent',
  'deleteContent',
  'restoreContent',
  'addMember',
  'leave',
] as const;
const owner = [
  ...member.filter(
    (capability): capability is Exclude<(typeof member)[number], 'leave'> => capability !== 'leave',
  ),
  'removeMember',
  'changeSettings',
  'renewShareToken',
  'deleteRoom',
] as const;

export type RoomCapability = (typeof member)[number] | (typeof owner)[number];

/**
 * Who may do what in a room: stated here alone. Both sides ask it, the server enforces
 * it.
 */
export const roomRoles = { reader, member, owner } as const satisfies Record<
  RoomRole,
  readonly RoomCapability[]
>;

export const can = (role: RoomRole, capability: RoomCapability): boolean =>
  (roomRoles[role] as readonly RoomCapability[]).includes(capability);
