import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrations } from '../../server/src/migrations/migrations.ts';
import { openStore } from '../../server/src/platform/database/database.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { insertContent } from '../../server/src/modules/rooms/room-content.queries.ts';
import { insertMember } from '../../server/src/modules/rooms/room-members.queries.ts';
import { insertRoom } from '../../server/src/modules/rooms/rooms.queries.ts';
import { type Person, signUp } from '../../server/testing/factories.ts';
import { contentOf } from './seed.ts';

/** One item of each room has it; the other words are in all of them. */
export const RARE_WORD = 'wardrobe';

export interface SeededRoom {
  readonly id: string;
  readonly owner: Person;
  /** The owner first. */
  readonly people: readonly Person[];
}

/** A data folder with rooms of so many items and members; members take turns as authors. */
export async function seedRooms(
  sizes: readonly { readonly items: number; readonly members: number }[],
): Promise<{ dataDir: string; rooms: SeededRoom[] }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'clipline-bench-'));
  const store = openStore({ DATA_DIR: dataDir, DATABASE_URL: undefined }, () => {});
  await migrate(store.db, migrations);
  const rooms: SeededRoom[] = [];
  for (const { items, members } of sizes) {
    const people = await Promise.all(Array.from({ length: members }, () => signUp({ store })));
    const [owner] = people as [Person, ...Person[]];
    const id = randomUUID();
    const start = Date.now() - items * 1000;
    await store.db.transaction().execute(async (tx) => {
      const counts = { member_count: members, content_count: items };
      const times = { created_at: start, updated_at: start + items, deleted_at: null };
      await insertRoom(tx, {
        id,
        owner_id: owner.user.id,
        name: 'A room',
        is_private: 1,
        share_token: randomUUID(),
        ...counts,
        ...times,
      });
      for (const [index, { user }] of people.entries()) {
        const role = index === 0 ? ('owner' as const) : ('member' as const);
        const joined_at = start + index;
        await insertMember(tx, {
          room_id: id,
          member_id: user.id,
          user_id: user.id,
          email: user.email,
          role,
          joined_at,
          opened_at: joined_at,
        });
      }
      for (let index = 0; index < items; index++) {
        const { user } = people[index % members] as Person;
        const content = index === 7 ? `${contentOf(index)} ${RARE_WORD}` : contentOf(index);
        const at = start + index * 1000;
        await insertContent(tx, {
          id: randomUUID(),
          room_id: id,
          user_id: user.id,
          author_email: user.email,
          type: 'text',
          version: 1,
          created_at: at,
          updated_at: at,
          deleted_at: null,
          content,
        });
      }
    });
    rooms.push({ id, owner, people });
  }
  await store.close();
  return { dataDir, rooms };
}
