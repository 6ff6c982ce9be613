import { BURST_SECONDS } from '@clipline/contract/limits.ts';
import type { Tx } from '../core/db/database.ts';
import { type Author, OWNER } from './author.ts';
import { packText } from './pack-text.ts';
import { lookAgainAt, overLimits } from './thinning.ts';
import {
  continueBurst,
  findPresent,
  insertVersion,
  listEnded,
  removeUnkeptFiles,
  removeVersions,
  updateVersion,
  type VersionFile,
  type VersionRow,
  type VersionsOf,
} from './versions.queries.ts';

const BURST_MS = BURST_SECONDS * 1000;

/** The text that is about to be replaced. */
export interface Replaced {
  readonly thingId: string;
  /** The thing's, when it got this text. */
  readonly version: number;
  readonly content: string;
  /** When the thing was created: for a text that it was created with. */
  readonly createdAt: number;
  readonly files: () => Promise<readonly VersionFile[]>;
}

/** The save that replaces it. */
export interface Saving {
  readonly version: number;
  readonly at: number;
  readonly author: Author;
  /**
   * The files of the version that it restores, which may go with this save while they are still to
   * come back. The text before is then kept in any case.
   */
  readonly restored?: readonly VersionFile[] | undefined;
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
  } satisfies VersionRow;
}

/**
 * Notes who wrote the text that something is created with, where it is not its owner: what is not
 * noted is theirs.
 */
export async function noteCreation(
  tx: Tx,
  table: VersionsOf,
  thingId: string,
  saving: Saving,
): Promise<void> {
  if (saving.author.kind !== 'you')
    await insertVersion(tx, table, presentRow(thingId, saving, null));
}

/**
 * Keeps a text that a save replaces, unless the save goes on with the burst that it is of. To be
 * called in the transaction of the save.
 */
export async function keepText(
  tx: Tx,
  table: VersionsOf,
  before: Replaced,
  saving: Saving,
): Promise<void> {
  const { thingId } = before;
  // One author within five minutes: what they saved in between is no loss.
  const isSameBurst =
    !saving.restored &&
    (await continueBurst(
      tx,
      table,
      { thing_id: thingId, version: before.version },
      presentRow(thingId, saving, null),
      saving.at - BURST_MS,
    ));
  if (isSameBurst) return;
  const present = await findPresent(tx, table, thingId);
  // The first text of a clip that had none ends a burst as if it had been created with it.
  const isFirst = present === undefined && before.content === '';
  if (!isFirst) {
    const isOwn = present === undefined || present.by_kind !== 'link';
    const ended = {
      ended_at: saving.at,
      look_at: lookAgainAt(saving.at, saving.at),
      is_last_own: isOwn && saving.author.kind === 'link' ? 1 : 0,
      files: JSON.stringify(await before.files()),
      ...(await packText(before.content)),
    };
    if (present) await updateVersion(tx, table, present, ended);
    else {
      const { version, createdAt: at } = before;
      const created = { version, at, author: OWNER };
      await insertVersion(tx, table, { ...presentRow(thingId, created, null), ...ended });
    }
    const gone = overLimits(await listEnded(tx, table, thingId));
    await removeVersions(
      tx,
      table,
      thingId,
      gone.map(({ version }) => version),
    );
    if (gone.length > 0 && table === 'clip_versions')
      await removeUnkeptFiles(tx, thingId, saving.restored);
  }
  await insertVersion(tx, table, presentRow(thingId, saving, isFirst ? null : saving.at));
}
