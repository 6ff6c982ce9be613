import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { io } from 'socket.io-client';
import type { Server } from './api.ts';
import type { Asked } from './arguments.ts';
import { inbox, markSeen, type Sent } from './devices.ts';
import { clipOf, history, isThereForOthers, latest } from './clips.ts';
import { Failure, NOT_SIGNED_IN, NOTHING_FOUND } from './failure.ts';
import { say } from './terminal.ts';

/** Clips that came while the line was cut are looked for among so many. */
const CAUGHT_UP = 50;
/** After a refusal that is not for good: as long as the library at most waits for a lost line. */
const REFUSED_WAIT_MS = 5000;

interface Changed {
  readonly clipId: string;
  readonly change: string;
  /** By which link others made or changed it. */
  readonly via?: object | null;
}

const NEWS: ReadonlySet<string> = new Set(['created', 'files', 'updated']);

/** Undefined where there is none, or none any more. */
const ifFound = (asked: Promise<Clip>): Promise<Clip | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Failure && error.exitCode === NOTHING_FOUND) return undefined;
    throw error;
  });

/**
 * The clip with all of its files; undefined while it waits for some that were announced with it, or
 * a link edited it last. Until then the server neither calls it its owner's newest nor, while it
 * waits, shows it to others. Where newer ones overtook one whose address is closed, neither tells:
 * what is there of it has to do.
 */
async function whole(server: Server, clip: Clip, fromLinks: boolean): Promise<Clip | undefined> {
  const complete = await ifFound(latest(server, fromLinks));
  if (complete?.id === clip.id) return complete;
  if (complete === undefined || complete.createdAt < clip.createdAt) return undefined;
  // Files are announced with a capture only.
  if (clip.captureId === undefined) return clip;
  if (clip.addressOpen && !(await isThereForOthers(server, clip.id))) return undefined;
  const now = await ifFound(clipOf(server, clip.id));
  return now && (now.content !== '' || now.files.length > 0) ? now : undefined;
}

/**
 * Hands over each new clip, one after the other, until the command is stopped; what others sent
 * through links only where that is asked for.
 */
export async function follow(
  { server, values }: Pick<Asked, 'server' | 'values'>,
  onClip: (clip: Clip) => Promise<void>,
  onReady: () => void,
  /** What was sent to this device; true once it is where it belongs. */
  onSent: (clip: Clip, from: string) => Promise<boolean>,
): Promise<never> {
  const fromLinks = values['from-links'] === true;
  const [newest] = await history(server, { count: 1 });
  let seenUntil = newest?.createdAt ?? '';
  const done = new Set(newest ? [newest.id] : []);
  const coming = new Set<string>();
  let queue = Promise.resolve();
  const socket = io(server.url, {
    transports: ['websocket'],
    auth: { token: server.token, device: true },
  });
  /** Whether each is where it belongs. */
  const sent = new Map<string, boolean>();

  async function handle(given: Clip): Promise<void> {
    if (done.has(given.id)) return;
    if (given.via && !fromLinks) return void coming.delete(given.id);
    // From here on news of its files is looked at.
    coming.add(given.id);
    const clip = await whole(server, given, fromLinks);
    if (!clip) return;
    coming.delete(clip.id);
    done.add(clip.id);
    if (clip.createdAt > seenUntil) seenUntil = clip.createdAt;
    await onClip(clip);
  }
  async function handleSent({ id, from, clip }: Sent): Promise<void> {
    if (!clip) return;
    if (!sent.has(id)) sent.set(id, await onSent(clip, from.name));
    if (sent.get(id)) await markSeen(server, id);
  }
  async function lookAt(id: string): Promise<void> {
    const clip = await ifFound(clipOf(server, id));
    if (clip) await handle(clip);
    else coming.delete(id);
  }
  const following = new Promise<never>((_resolve, reject) => {
    const next = (work: () => Promise<void>) =>
      void (queue = queue.then(work).catch((error: unknown) => {
        if (error instanceof Failure && error.exitCode === NOT_SIGNED_IN) reject(error);
        else say(server.machine, error instanceof Error ? error.message : String(error));
      }));
    let isRefused = false;
    socket.on('connect', () => {
      isRefused = false;
      next(async () => {
        // Their last files may have come unheard; since then newer ones may have been seen.
        for (const id of coming) await lookAt(id);
        const missed = await history(server, { count: CAUGHT_UP });
        const since = missed.filter(({ createdAt }) => createdAt > seenUntil);
        for (const clip of since.toReversed()) await handle(clip);
        for (const each of await inbox(server)) await handleSent(each);
        onReady();
      });
    });
    socket.on('clip-update', ({ clipId, change, via }: Changed) => {
      if (via && !fromLinks) return;
      if (change === 'created') coming.add(clipId);
      if (NEWS.has(change) && coming.has(clipId)) next(() => lookAt(clipId));
    });
    socket.on('device:received', (each: Sent) => next(() => handleSent(each)));
    socket.on('connect_error', ({ message }) => {
      if (message === 'Unauthorized')
        reject(new Failure('You are not signed in any more. Run: clipline login', NOT_SIGNED_IN));
      else if (!socket.active) {
        // The library tries again after a lost line, not after a refusal.
        if (!isRefused) say(server.machine, `No news come at present: ${message}`);
        isRefused = true;
        void server.machine.wait(REFUSED_WAIT_MS).then(() => socket.connect());
      }
    });
    socket.on('disconnect', (reason) => {
      // Ended by the server: asked again, it says whether the token is still good.
      if (reason === 'io server disconnect') socket.connect();
    });
  });
  return following.finally(() => socket.disconnect());
}
