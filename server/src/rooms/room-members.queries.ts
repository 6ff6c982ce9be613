import { MAX_ROOMS_PER_PERSON } from '@clipline/contract/limits.ts';
import type { Insertable } from 'kysely';
import { type Db, type Tx, countOf, isAny } from '../core/db/database.ts';
import { prepared } from '../core/db/prepared.ts';
import type { Schema } from '../core/db/schema.ts';

export const listMembers = prepared((db, roomId: string) =>
  db
    .selectFrom('room_members as member')
    .leftJoin('users as user', 'user.id', 'member.user_id')
    .select(['member.member_id', 'member.email', 'member.role', 'member.opened_at', 'user.name'])
    .where('member.room_id', '=', roomId)
    .orderBy('member.joined_at'),
);

export const findMember = (db: Db, roomId: string, memberId: string) =>
  db
    .selectFrom('room_members')
    .select(['member_id', 'user_id', 'email', 'role'])
    .where('room_id', '=', roomId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();

export const isInvited = (db: Db, roomId: string, email: string): Promise<boolean> =>
  isAny(
    db
      .selectFrom('room_members')
      .select('member_id')
      .where('room_id', '=', roomId)
      .where('email', '=', email)
      .where('user_id', 'is', null),
  );

/** Whether a room waits for this address, of whoever has no account yet. */
export const isInvitedToAny = (db: Db, email: string): Promise<boolean> =>
  isAny(
    db
      .selectFrom('room_members')
      .innerJoin('rooms', 'rooms.id', 'room_members.room_id')
      .select('rooms.id')
      .where('room_members.email', '=', email)
      .where('room_members.user_id', 'is', null)
      .where('rooms.deleted_at', 'is', null),
  );

export const listMemberUserIds = async (db: Db, roomId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: string }>()
    .execute();
  return rows.map((row) => row.user_id);
};

/** False when the address is a member's or invited already. */
export const insertMember = (
  db: Db,
  member: Insertable<Schema['room_members']>,
): Promise<boolean> =>
  isAny(
    db
      .insertInto('room_members')
      // Who comes in begins with nothing unread.
      .values({ seen_at: member.joined_at, ...member })
      .onConflict((conflict) => conflict.columns(['room_id', 'email']).doNothing())
      .returning('member_id'),
  );

export const markOpened = (db: Db, roomId: string, userId: string, now: number) =>
  db
    .updateTable('room_members')
    .set({ opened_at: now })
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .where('opened_at', 'is', null)
    .execute();

export const removeMember = (db: Db, roomId: string, memberId: string) =>
  db
    .deleteFrom('room_members')
    .where('room_id', '=', roomId)
    .where('member_id', '=', memberId)
    .execute();

const MEMBER = [
  'room_id',
  'member_id',
  'user_id',
  'email',
  'role',
  'joined_at',
  'opened_at',
  'seen_at',
  'notifications',
] as const;

export async function dismissMembers(tx: Tx, roomId: string): Promise<void> {
  await tx
    .insertInto('former_members')
    .columns(MEMBER)
    .expression((from) =>
      from.selectFrom('room_members').select(MEMBER).where('room_id', '=', roomId),
    )
    .execute();
  await tx.deleteFrom('room_members').where('room_id', '=', roomId).execute();
}

export const countRoomsOf = (db: Db, userId: string, { unopened = false } = {}): Promise<number> =>
  countOf(
    db
      .selectFrom('room_members')
      .where('user_id', '=', userId)
      .$if(unopened, (rooms) => rooms.where('opened_at', 'is', null)),
  );

/** Who is invited and has an account by now is a member, if they can be in one more room. */
export async function bringMembersBack(
  tx: Tx,
  roomId: string,
  idOfInvitation: (email: string) => string,
): Promise<number> {
  const former = await tx
    .deleteFrom('former_members')
    .where('room_id', '=', roomId)
    .returning(MEMBER)
    .execute();
  const users = await tx
    .selectFrom('users')
    .select(({ selectFrom, fn }) => [
      'id',
      'email',
      selectFrom('room_members')
        .select(fn.countAll<number>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('rooms'),
    ])
    .where(
      'email',
      'in',
      former.map(({ email }) => email),
    )
    .execute();
  const accounts = new Map(users.map((user) => [user.email, user]));
  const members = former.map((member) => {
    const account = accounts.get(member.email);
    if (!account) return member;
    return (account.rooms ?? 0) < MAX_ROOMS_PER_PERSON
      ? {
          ...member,
          member_id: account.id,
          user_id: account.id,
          ...(member.user_id === null && { seen_at: Date.now() }),
        }
      : { ...member, member_id: idOfInvitation(member.email), user_id: null };
  });
  await tx.insertInto('room_members').values(members).execute();
  return members.length;
}

export const acceptInvitation = (
  db: Db,
  roomId: string,
  user: { readonly id: string; readonly email: string },
  now: number,
): Promise<boolean> =>
  isAny(
    db
      .updateTable('room_members')
      .set({ member_id: user.id, user_id: user.id, opened_at: now, seen_at: now })
      .where('room_id', '=', roomId)
      .where('email', '=', user.email)
      .where('user_id', 'is', null)
      .returning('member_id'),
  );

export const acceptInvitations = (db: Db, userId: string, email: string, limit: number) =>
  db
    .updateTable('room_members')
    .set({ member_id: userId, user_id: userId, seen_at: Date.now() })
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .where('room_id', 'in', (select) =>
      select
        .selectFrom('room_members as invited')
        .select('invited.room_id')
        .where('invited.email', '=', email)
        .where('invited.user_id', 'is', null)
        .orderBy('invited.joined_at')
        .limit(limit),
    )
    .returning('room_id')
    .execute();

export const listMembersAmong = async (
  db: Db,
  roomId: string,
  userIds: readonly string[],
): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('room_members')
    .select('member_id')
    .where('room_id', '=', roomId)
    .where('user_id', 'in', userIds)
    .orderBy('joined_at')
    .execute();
  return rows.map((row) => row.member_id);
};
