import { isLanguage, type Language } from '@clipline/contract/languages.ts';
import type { Db } from '../db/database.ts';
import {
  claimMail,
  MAX_WAIT_MS,
  removeMail,
  listDueMails,
  postponeMail,
  type QueuedMail,
} from './mails.queries.ts';
import type { Mail, WrittenMail } from './message.ts';
import { newId } from '../ids.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

export type MailTransport = (mail: WrittenMail) => Promise<void>;
/** Makes the mail; undefined when by now there is nothing to tell. */
export type MailWriter = (
  mail: QueuedMail & { readonly language: Language },
) => Promise<Mail | undefined>;
export type MailWriters = Readonly<Record<string, MailWriter>>;

export interface MailSource {
  readonly writers: MailWriters;
  readonly languageOf: (db: Db, userId: string) => Promise<string | null>;
}

interface Log {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const AT_ONCE = 3;
/** A crash during a hand-over leaves the mail taken for this long; longer than any hand-over. */
const CLAIM_MS = 5 * MINUTE_MS;
const FIRST_RETRY_MS = 2000;
/** Short enough that mails follow soon when the mail server is back. */
const MAX_RETRY_MS = 2 * MINUTE_MS;
/** By then every link in it has expired. */
const GIVE_UP_MS = 3 * DAY_MS;

interface Refusal extends Partial<Error> {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

const refusalOf = (error: unknown): Refusal => (error instanceof Error ? error : {});

/** The mail server is well and does not take this mail, likely for as long as it is tried. */
const isRefusedForGood = ({ responseCode }: Refusal): boolean =>
  typeof responseCode === 'number' && responseCode >= 500;

/**
 * Codes alone: the message and the rest of what refused hold the recipient. What has no code is a
 * fault of the program, told whole.
 */
function detailsOf(error: unknown): object {
  const { code, command, responseCode } = refusalOf(error);
  return code === undefined ? { err: error } : { code, command, responseCode };
}

export const retryAfter = (attempts: number, longest = MAX_RETRY_MS): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), longest);

/** The mail server's own, as far as it was reached. */
function codeOf(error: unknown): string {
  const { responseCode } = refusalOf(error);
  return typeof responseCode === 'number' ? String(responseCode) : 'no connection';
}

interface Outbox extends MailSource {
  readonly db: Db;
  readonly transport: MailTransport;
  readonly log: Log;
  isStopped: boolean;
}

async function languageFor(
  { db, languageOf }: Outbox,
  { language, user_id: userId }: QueuedMail,
): Promise<Language> {
  const known = language ?? (userId === null ? null : await languageOf(db, userId));
  return isLanguage(known) ? known : 'en';
}

async function send(outbox: Outbox, queued: QueuedMail): Promise<void> {
  const write = outbox.writers[queued.kind];
  if (!write) throw new Error(`No module writes mails of the kind ${queued.kind}`);
  const mail = await write({ ...queued, language: await languageFor(outbox, queued) });
  if (mail) await outbox.transport({ ...mail, id: queued.id, created_at: queued.created_at });
}

async function keepForLater({ db, log }: Outbox, mail: QueuedMail, error: unknown): Promise<void> {
  const [now, attempts] = [Date.now(), mail.attempts + 1];
  const { id, kind } = mail;
  if (mail.created_at < now - GIVE_UP_MS) {
    log.error({ ...detailsOf(error), mail: id, kind, attempts }, 'Mail given up');
    await removeMail(db, id);
    return;
  }
  log.warn(
    { ...detailsOf(error), mail: id, kind, attempts },
    /^\p{ASCII}*@/u.test(mail.recipient)
      ? 'Mail not delivered yet'
      : 'Mail not delivered yet: its address is not ASCII before the @, which only mail servers with SMTPUTF8 take',
  );
  const longest = isRefusedForGood(refusalOf(error)) ? MAX_WAIT_MS : MAX_RETRY_MS;
  await postponeMail(db, id, now + retryAfter(attempts, longest));
}

async function handOver(outbox: Outbox, mail: QueuedMail): Promise<void> {
  if (!(await claimMail(outbox.db, mail, Date.now() + CLAIM_MS))) return;
  const outcome = await send(outbox, mail).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  // The store may be closed by now; the claim runs out by itself.
  if (outbox.isStopped && outcome) return;
  if (!outcome) await removeMail(outbox.db, mail.id);
  else await keepForLater(outbox, mail, outcome.error);
}

async function deliverDue(outbox: Outbox): Promise<void> {
  for (;;) {
    const due = outbox.isStopped ? [] : await listDueMails(outbox.db, Date.now(), AT_ONCE);
    if (due.length === 0) return;
    await Promise.all(due.map((mail) => handOver(outbox, mail)));
  }
}

/** A row goes only after its mail left, so a crash may repeat a mail but never lose one. */
export function createMailDelivery(db: Db, source: MailSource, transport: MailTransport, log: Log) {
  const outbox: Outbox = { ...source, db, transport, log, isStopped: false };
  let latest: Promise<void> = Promise.resolve();
  return {
    deliver(): Promise<void> {
      latest = latest.catch(() => {}).then(() => deliverDue(outbox));
      return latest;
    },
    /** Sends one that is not queued, now. Returns what refused it, undefined once it was taken. */
    sendNow: (mail: Mail): Promise<string | undefined> =>
      transport({ ...mail, id: newId(), created_at: Date.now() }).then(
        () => undefined,
        (error: unknown) => codeOf(error),
      ),
    stop: () => void (outbox.isStopped = true),
  };
}

export type MailDelivery = ReturnType<typeof createMailDelivery>;
