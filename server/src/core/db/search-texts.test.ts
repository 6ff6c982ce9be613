import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { onEachEmptyDatabase } from '../../../testing/on-each-database.ts';
import { openStore } from './open.ts';
import { migrate } from './migrate.ts';

const stepNames = Object.keys(migrations);

onEachEmptyDatabase((environment) => {
  test('a store of before is searched, counted and listed as it was, and folded again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'clipline-search-texts-'));
    const { db, close, engine } = openStore(
      { DATA_DIR: folder, DATABASE_URL: environment['DATABASE_URL'] },
      () => {},
    );
    onTestFinished(async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    });
    const earlier: Record<string, Migration> = {};
    for (const name of stepNames.slice(0, stepNames.indexOf('0012-search-texts')))
      earlier[name] = (await import(`../../migrations/${name}.ts`)) as Migration;
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => earlier },
    }).migrateToLatest();
    expect(error).toBeUndefined();

    await sql`insert into users (id, email, name, password_hash, created_at)
      values ('ada', 'ada@example.com', 'Ada', '', 0)`.execute(db);
    for (const [id, at, favorite, files, deleted, text] of [
      ['one', 1, 0, 0, null, 'straße'],
      ['two', 2, 1, 1, null, 'plain'],
      ['three', 4, 0, 0, null, 'co\u00adoperate – łódz'],
      ['gone', 3, 0, 0, 9, 'gone'],
    ] as const) {
      await sql`insert into clips (id, user_id, is_favorite, file_count, segment, saved_at,
        deleted_at, created_at, updated_at, version, content_version, content)
        values (${id}, 'ada', ${favorite}, ${files}, ${at === 1 ? 1 : 2}, ${at}, ${deleted}, ${at}, ${at}, 1, 1, ${text})`.execute(
        db,
      );
      if (deleted === null)
        await sql`insert into clip_search (clip_id, user_id, created_at, is_long, names, text)
          values (${id}, 'ada', ${at}, 0, ${files ? 'a.txt' : ''}, ${text})`.execute(db);
    }
    for (const [segment, clips, both] of [
      [1, 1, 0],
      [2, 1, 1],
    ] as const)
      await sql`insert into clip_counts (user_id, segment, first_at, last_at, added, clips,
        with_files, favorites, favorites_with_files)
        values ('ada', ${segment}, ${segment}, ${segment + 1}, 2, ${clips}, ${both}, ${both}, ${both})`.execute(
        db,
      );
    await sql`insert into rooms (id, owner_id, name, is_private, share_token, member_count,
      content_count, created_at, updated_at) values ('room', 'ada', 'R', 0, 't', 1, 2, 0, 0)`.execute(
      db,
    );
    for (const [id, at, type, deleted, text] of [
      ['text', 1, 'text', null, 'fuß'],
      ['file', 2, 'file', null, 'b.txt'],
      ['deleted', 3, 'text', 9, 'deleted'],
    ] as const)
      await sql`insert into room_content (id, room_id, user_id, author_email, type, version,
        created_at, updated_at, deleted_at, search_text, content)
        values (${id}, 'room', 'ada', 'ada@example.com', ${type}, 1, ${at}, ${at}, ${deleted}, ${text}, '')`.execute(
        db,
      );
    await migrate(db, migrations);

    const texts = await db
      .selectFrom('search_texts')
      .selectAll()
      .orderBy('holder_id')
      .orderBy('created_at')
      .execute();
    expect(texts.map((row) => [row.holder_id, row.thing_id, row.names, row.text])).toEqual([
      ['ada', 'one', '', 'strasse'],
      ['ada', 'two', 'a.txt', 'plain'],
      ['ada', 'three', '', 'cooperate - lodz'],
      ['room', 'text', '', 'fuss'],
      ['room', 'file', 'b.txt', ''],
    ]);
    expect(await db.selectFrom('newest_clips').selectAll().execute()).toEqual([
      { user_id: 'ada', last_at: 3 },
    ]);
    expect(await db.selectFrom('clips').select('id').execute()).toHaveLength(4);
    if (engine === 'sqlite') {
      const { rows } = await sql<{ name: string }>`select name from sqlite_schema
        where name like '%trigram%' or name like '%place%' or type = 'trigger'`.execute(db);
      expect(rows).toEqual([]);
    }
  });
});
