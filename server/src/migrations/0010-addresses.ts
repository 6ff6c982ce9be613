import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { type Kysely, sql, SqliteAdapter } from 'kysely';

/**
 * Addresses that were taken before in other spellings get their one form. Of two that become one,
 * or one that is none, the row stays as it is: only its person can tell whose it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const isOther = isSqlite ? sql`email glob '*[^ -~]*'` : sql`email ~ '[^ -~]'`;
  const { rows } = await sql<{ email: string }>`
    select email from users where ${isOther}
    union select email from registrations where ${isOther}
    union select email from room_members where ${isOther}`.execute(db);
  for (const { email } of rows) {
    const canonical = canonicalAddress(email);
    if (canonical === undefined || canonical === email) continue;
    const { rows: taken } = await sql`
      select 1 from users where email = ${canonical}
      union select 1 from room_members where email = ${canonical}`.execute(db);
    if (taken.length > 0) continue;
    for (const [table, column] of [
      ['users', 'email'],
      ['registrations', 'email'],
      ['mails', 'recipient'],
      ['room_members', 'email'],
      ['room_authors', 'email'],
      ['room_content', 'author_email'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${canonical}
        where ${sql.ref(column)} = ${email}`.execute(db);
  }
}
