import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

interface OldMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly created_at: number;
  readonly attempts: number;
  readonly next_attempt_at: number;
}

const kinds: Readonly<Record<string, string>> = {
  'Confirm your email address': 'confirm-address',
  'You already have an account': 'address-taken',
  'Reset your password': 'reset-password',
  'Your password was changed': 'password-changed',
  'Your account was deleted': 'account-deleted',
  'You were added to a room': 'added-to-room',
  'You were invited to a room': 'invited-to-room',
};
/** Of these the account is needed, and without it there is nothing to say. */
const ofAccount = new Set(['address-taken', 'reset-password', 'password-changed', 'added-to-room']);

/** The sign-up, by the hash of the token, or the room that a mail is about. */
function aboutOf(text: string): string | null {
  const token = /#token=([\w-]{43})/.exec(text)?.[1];
  if (token !== undefined) return createHash('sha256').update(token).digest('base64url');
  return /\/rooms\/([\w-]+)/.exec(text)?.[1] ?? null;
}

/**
 * A queued mail is what it is about, no text: links are made when it leaves. A sign-up has an id of
 * its own, and a token only once its mail left. A traded refresh token tells by whom.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('registrations').renameColumn('token_hash', 'id').execute();
  await schema.alterTable('registrations').addColumn('token_hash', 'text').execute();
  await schema
    .alterTable('registrations')
    .addColumn('is_mailed', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await sql`update registrations set token_hash = id`.execute(db);
  await schema
    .createIndex('registrations_token')
    .on('registrations')
    .column('token_hash')
    .unique()
    .execute();

  const { rows: waiting } = await sql<OldMail>`select * from mails order by created_at`.execute(db);
  await schema.dropTable('mails').execute();
  await schema
    .createTable('mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('about', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('mails_due').on('mails').column('next_attempt_at').execute();
  await schema.createIndex('mails_user').on('mails').column('user_id').execute();
  for (const mail of waiting) {
    const kind = kinds[mail.subject];
    const { rows } = await sql<{ id: string }>`
      select id from users where email = ${mail.recipient}`.execute(db);
    const userId = kind !== undefined && ofAccount.has(kind) ? (rows[0]?.id ?? null) : null;
    if (kind === undefined || (ofAccount.has(kind) && userId === null)) continue;
    await sql`
      insert into mails (id, kind, recipient, user_id, about, created_at, attempts, next_attempt_at)
      values (${mail.id}, ${kind}, ${mail.recipient}, ${userId}, ${aboutOf(mail.text)},
        ${mail.created_at}, ${mail.attempts}, ${mail.next_attempt_at})`.execute(db);
  }

  await schema.alterTable('refresh_tokens').addColumn('traded_at_place', 'text').execute();

  // An invitation's id was 132 bits of a hash in base64url; of 128 bits, like every other id, the
  // last letter is A, Q, g or w. It told who has no account.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let first = 0; first < letters.length; first += 16)
    for (const letter of letters.slice(first + 1, first + 16))
      await sql`
        update room_members set member_id = substr(member_id, 1, 21) || ${letters[first]}
        where user_id is null and length(member_id) = 22
          and substr(member_id, 22, 1) = ${letter}`.execute(db);
}
