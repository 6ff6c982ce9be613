import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { ProductError } from '@clipline/contract/errors.ts';
import { BURST_SECONDS, MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';
import type { TextVersion, VersionText } from '@clipline/contract/schemas/history.ts';
import type { Db, Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { isUpToDate } from '../core/http/headers.ts';
import { DAY_MS, isoTime } from '../core/time.ts';
import * as queries from './history.queries.ts';
import { changeText, type TextKey } from './search.queries.ts';
import { lookAgainAt, overLimits } from './thinning.ts';

export interface Author {
  readonly kind: 'you' | 'link' | 'program';
  /** Tells links and tokens apart; '' for the person whose text it is. */
  readonly id: string;
  readonly label: string | null;
}

export const OWNER: Author = { kind: 'you', id: '', label: null };

/** A person and their program are two authors: what the one wrote is not lost to the other. */
export const authorOf = ({ program, sessionId }: CurrentUser): Author =>
  program ? { kind: 'program', id: sessionId, label: program.name } : OWNER;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Three milliseconds. The store, which is held meanwhile, does not wait for a thread as well. */
const PACKED_AT_ONCE = 64_000;

async function packText(text: string) {
  const deflated = text.length > PACKED_AT_ONCE ? await deflate(text) : deflateRawSync(text);
  return {
    packed: deflated.toString('base64'),
    bytes: deflated.length,
    // Two halves are one character. Stored texts have no half alone.
    chars: text.length - (text.match(/[\uD800-\uDBFF]/g)?.length ?? 0),
  };
}

/** Older servers stored texts of three times their limit: those of NULs, each U+FFFD by then. */
const MAX_UNPACKED_BYTES = 3 * MAX_TEXT_BYTES;

export const unpackText = async (packed: string): Promise<string> =>
  (await inflate(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES })).toString(
    'utf8',
  );

const BURST_MS = BURST_SECONDS * 1000;

export interface Saving {
  readonly version: number;
  readonly at: number;
  readonly author: Author;
  /**
   * The files of the version that it restores, which may go with this save while they are still to
   * come back. The text before is then kept in any case.
   */
  readonly restored?: readonly queries.VersionFile[] | undefined;
}

function presentRow(thingId: string, { version, at, author }: Saving, burstAt: number | null) {
  return {
    thing_id: thingId,
    version,
    saved_at: at,
    burst_at: burstAt,
    by_kind: author.kind,
    by_id: author.id,
    by_label: author.label,
    ended_at: null,
    look_at: null,
    is_last_own: 0,
    chars: 0,
    bytes: 0,
    files: '[]',
    packed: '',
  } satisfies queries.VersionRow;
}

/**
 * Notes who wrote the text that something is created with, where it is not its owner: what is not
 * noted is theirs.
 */
export async function noteCreation(
  tx: Tx,
  table: queries.VersionsOf,
  thingId: string,
  saving: Saving,
): Promise<void> {
  if (saving.author.kind !== 'you')
    await queries.insertVersion(tx, table, presentRow(thingId, saving, null));
}

const isSameBurst = (before: queries.VersionHead, { at, author }: Saving): boolean =>
  before.by_kind === author.kind &&
  before.by_id === author.id &&
  before.burst_at !== null &&
  before.burst_at >= at - BURST_MS &&
  before.burst_at <= at;

interface KeptText {
  readonly content: string;
  readonly version: number;
}

/**
 * In the transaction of a save: lets the search find the new text and keeps the old one, unless
 * both belong to one burst of saves. `filesOfThing` tells what files the thing has.
 */
export async function replaceText(
  tx: Tx,
  table: queries.VersionsOf,
  key: TextKey,
  before: KeptText,
  saving: Saving & KeptText,
  filesOfThing: () => Promise<readonly queries.VersionFile[]> = async () => [],
): Promise<void> {
  await changeText(tx, key, saving.content);
  const { thingId } = key;
  const present = await queries.findPresent(tx, table, thingId);
  // What one author saved within five minutes, all but the last, is no loss.
  if (present && !saving.restored && isSameBurst(present, saving))
    return void (await queries.moveVersion(tx, table, present, saving));
  // The first text of a clip that had none ends a burst as if it had been created with it.
  const isFirst = present === undefined && before.content === '';
  if (!isFirst) {
    const isOwn = present === undefined || present.by_kind !== 'link';
    const ended = {
      ended_at: saving.at,
      look_at: lookAgainAt(saving.at, saving.at),
      is_last_own: isOwn && saving.author.kind === 'link' ? 1 : 0,
      files: JSON.stringify(await filesOfThing()),
      ...(await packText(before.content)),
    };
    if (present) await queries.updateVersion(tx, table, present, ended);
    else {
      const created = { version: before.version, at: key.createdAt, author: OWNER };
      await queries.insertVersion(tx, table, { ...presentRow(thingId, created, null), ...ended });
    }
    const gone = overLimits(await queries.listEnded(tx, table, thingId));
    await queries.removeVersions(tx, table, thingId, gone);
    if (gone.length > 0 && table === 'clip_versions')
      await queries.removeUnkeptFiles(tx, thingId, saving.restored);
  }
  await queries.insertVersion(tx, table, presentRow(thingId, saving, isFirst ? null : saving.at));
}

/**
 * Throws VERSION_CONFLICT where the text was saved since the version that another was written upon,
 * with the thing as it is now, so that the screen can offer both.
 */
export async function checkVersion(
  ifMatch: string | undefined,
  {
    version,
    content_version: since,
  }: { readonly version: number; readonly content_version?: number },
  present: () => Promise<Record<string, unknown>>,
): Promise<void> {
  if (ifMatch === undefined || isUpToDate(ifMatch, version, since)) return;
  throw new ProductError('VERSION_CONFLICT', {}, undefined, await present());
}

export interface History {
  readonly table: queries.VersionsOf;
  readonly thingId: string;
  readonly plan: PlanName | null;
}

const keptSince = ({ plan }: History) => Date.now() - allowedBy(plan).historyDays * DAY_MS;

const namesOf = (row: { readonly files: string }) => queries.filesOf(row).map(({ name }) => name);

/** `authorsName` for a reader who is not the author. */
function presentVersion(row: queries.EndedVersion, authorsName: string | undefined): TextVersion {
  const { version, saved_at, by_kind: kind, by_label: label, chars } = row;
  const own = { kind, ...(label === null ? {} : { label }) };
  return {
    version,
    savedAt: isoTime(saved_at),
    by: authorsName === undefined ? own : { kind: 'member', label: authorsName },
    chars,
    files: namesOf(row),
  };
}

export async function readVersions(
  db: Db,
  history: History,
  authorsName?: string,
): Promise<TextVersion[]> {
  const rows = await queries.listEnded(db, history.table, history.thingId, keptSince(history));
  return rows.map((row) => presentVersion(row, authorsName));
}

const VERSION = /^[1-9]\d{0,8}$/;

/** With its files, those that were deleted since too. Throws VERSION_NOT_FOUND. */
export async function findVersion(
  db: Db,
  history: History,
  version: string,
): Promise<{ readonly content: string; readonly files: readonly queries.VersionFile[] }> {
  const found = VERSION.test(version)
    ? await queries.findEnded(
        db,
        history.table,
        history.thingId,
        Number(version),
        keptSince(history),
      )
    : undefined;
  if (!found) throw new ProductError('VERSION_NOT_FOUND');
  return { content: await unpackText(found.packed), files: queries.filesOf(found) };
}

export async function readVersion(db: Db, history: History, version: string): Promise<VersionText> {
  const { content, files } = await findVersion(db, history, version);
  return { content, files: files.map(({ name }) => name) };
}
