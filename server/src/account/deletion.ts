import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import { afterCommit, transact, type Tx } from '../core/db/database.ts';
import { allInLots } from '../core/chunks.ts';
import type { Change, CurrentUser } from '../core/http/current-user.ts';
import { newId } from '../core/ids.ts';
import { dropMailsTo, queueMail } from '../core/mail/mails.queries.ts';
import { removeApiTokensOf } from '../auth/programs.queries.ts';
import { removeResetsOf, findLanguage } from '../auth/auth.queries.ts';
import { unusableHash } from '../auth/passwords.ts';
import { removeSessionsOf, renameSession } from '../auth/sessions.queries.ts';
import { deleteFilesOfClips } from '../clips/clips.changes.ts';
import { listClipsOf } from '../clips/clips.queries.ts';
import { closeDesktopToHolders } from '../desktop/desktop.news.ts';
import { DESKTOP } from '../desktop/desktop.present.ts';
import { findDesktopOfUser, listItemIds } from '../desktop/desktop.queries.ts';
import { releaseBlobs, removeAll } from '../files/files.jobs.ts';
import { removeFilesOf, removeSealedOf } from '../files/files.queries.ts';
import { listRevisedBy, removeAllEnded, removeVersionsOfAuthor } from '../texts/history.queries.ts';
import { removeItems } from '../rooms/rooms.jobs.ts';
import { purgeRooms } from '../rooms/rooms.queries.ts';
import { deleteWholeRoom, leaveAsMember } from '../rooms/rooms.changes.ts';
import { memberLeft, roomDeleted } from '../rooms/rooms.news.ts';
import { requireRoom } from '../rooms/require-room.ts';
import * as queries from './account.queries.ts';
import { clipChannel } from '../clips/clips.news.ts';

interface Leaving extends Pick<CurrentUser, 'id' | 'email'> {
  /** Of the person, where it is they who ask. */
  readonly sessionId?: string;
}

/** Small, because all others wait while one is removed. */
const BATCH = 100;
/** Others may add a user to rooms while they leave. */
const MAX_ROUNDS = 10;

/** The caller's session goes on under a new id: an import that runs in it has lost its own. */
async function endOtherSessions({ db, channels }: App, user: Leaving): Promise<void> {
  const ended = await transact(db, async (tx) => {
    const renewed = newId();
    await removeResetsOf(tx, user.id);
    if (user.sessionId !== undefined) await renameSession(tx, user.sessionId, renewed);
    const sessions = await removeSessionsOf(tx, user.id, renewed);
    return [...sessions, ...(await removeApiTokensOf(tx, user.id))];
  });
  for (const sessionId of ended)
    if (sessionId !== user.sessionId) channels.disconnectSession(sessionId);
}

async function leaveRooms(app: App, userId: string): Promise<void> {
  for (const { room_id: roomId } of await queries.listMemberships(app.db, userId)) {
    await transact(app.db, async (tx) => {
      const membership = (await queries.listMemberships(tx, userId)).find(
        (each) => each.room_id === roomId,
      );
      if (!membership) return;
      if (membership.role === 'owner') {
        const room = await requireRoom(tx, roomId, userId, 'deleteRoom');
        const formerMembers = await deleteWholeRoom(tx, room, userId);
        afterCommit(tx, () => roomDeleted(app, roomId, formerMembers));
      } else {
        await leaveAsMember(tx, await requireRoom(tx, roomId, userId, 'leave'), userId);
        afterCommit(tx, () => memberLeft(app, roomId, userId));
      }
    });
  }
}

async function deleteClips({ db, files, channels }: App, userId: string): Promise<void> {
  for await (const clipIds of allInLots(() => listClipsOf(db, userId, BATCH))) {
    const blobs = await transact(db, async (tx) => {
      await queries.removeClips(tx, clipIds);
      return deleteFilesOfClips(tx, clipIds);
    });
    for (const clipId of clipIds) channels.expelOthers(clipChannel.plain(clipId), []);
    await releaseBlobs(files, blobs);
  }
}

async function deleteDesktop(app: App, userId: string): Promise<void> {
  const removed = await transact(app.db, async (tx) => {
    const desktop = await findDesktopOfUser(tx, userId);
    if (!desktop) return undefined;
    const blobs = await removeFilesOf(tx, DESKTOP, await listItemIds(tx, desktop.id));
    await queries.removeDesktop(tx, desktop.id);
    return { desktop, blobs };
  });
  if (!removed) return;
  closeDesktopToHolders(app, removed.desktop);
  await releaseBlobs(app.files, removed.blobs);
}

async function deleteSealed({ db, files }: App, userId: string): Promise<void> {
  await releaseBlobs(files, await transact(db, (tx) => removeSealedOf(tx, userId)));
}

async function emptyTrash({ db, files }: App, userId: string): Promise<void> {
  await transact(db, (tx) => purgeRooms(tx, { ownerId: userId }));
  const find = () => queries.listDeletedContentOf(db, userId, BATCH);
  await removeAll(files, find, removeItems(Number.MAX_SAFE_INTEGER));
}

async function forgetVersions({ db }: App, userId: string): Promise<void> {
  let ids: string[];
  do {
    ids = await listRevisedBy(db, userId, BATCH);
    for (const id of ids) await transact(db, (tx) => removeAllEnded(tx, 'content_versions', [id]));
  } while (ids.length > 0);
}

/** Undefined when there was something left after all. */
async function closeAccount(
  tx: Tx,
  { id, email, sessionId }: Leaving,
  whenClosed: (tx: Tx) => Promise<void>,
): Promise<string[] | undefined> {
  if (await queries.hasBelongings(tx, id)) return undefined;
  const ended = await removeSessionsOf(tx, id);
  const language = await findLanguage(tx, id);
  const placeholder = `deleted-${newId().slice(0, 12).toLowerCase()}@deleted.invalid`;
  await queries.removeRegistrationsOf(tx, email);
  await queries.removeAddress(tx, { id, email }, placeholder);
  await removeVersionsOfAuthor(tx, id);
  // Sealed in this moment: the hourly job removes the bytes.
  await removeSealedOf(tx, id);
  if (await queries.isRemembered(tx, id))
    await queries.replaceByPlaceholder(tx, id, {
      id: newId(),
      email: placeholder,
      name: 'Deleted account',
      password_hash: unusableHash(),
      created_at: 0,
      disabled_at: Date.now(),
      trial_ends_at: 0,
    });
  // From here on no row can name this person.
  if (!(await queries.removeUser(tx, id))) return ended;
  await dropMailsTo(tx, email);
  const kind = sessionId === undefined ? 'account-removed' : 'account-deleted';
  await queueMail(tx, { kind, recipient: email, language });
  await whenClosed(tx);
  return ended;
}

/** Part by part, so that others do not wait long; a crash is mended by asking again. */
export async function deleteWholeAccount(
  app: App,
  user: Leaving,
  change: Change,
  whenClosed: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  // The session may have ended while the password was checked.
  await change((tx) => app.whenLeaving(tx, user));
  await app.endBilling(user.id);
  await endOtherSessions(app, user);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await app.endLinks(user.id);
    for (const part of [
      leaveRooms,
      deleteClips,
      deleteDesktop,
      deleteSealed,
      emptyTrash,
      forgetVersions,
    ])
      await part(app, user.id);
    const ended = await transact(app.db, (tx) => closeAccount(tx, user, whenClosed));
    if (!ended) continue;
    for (const sessionId of [...ended, user.sessionId ?? ''])
      app.channels.disconnectSession(sessionId);
    return;
  }
  throw new ProductError('UNAVAILABLE');
}
