import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { io } from 'socket.io-client';
import type { Server } from './api.ts';
import { clipOf, history, latest } from './clips.ts';
import { Failure, NOT_SIGNED_IN } from './failure.ts';
import { say } from './terminal.ts';

/** Clips that came while the line was cut are looked for among so many. */
const CAUGHT_UP = 50;
/** After a refusal that is not for good: as long as the library at most waits for a lost line. */
const REFUSED_WAIT_MS = 5000;

/** Hands over each new clip, one after the other, until the command is stopped. */
export async function follow(
  server: Server,
  onClip: (clip: Clip) => Promise<void>,
  onReady: () => void = () => {},
): Promise<never> {
  const [newest] = await history(server, { count: 1 });
  let seenUntil = newest?.createdAt ?? '';
  const done = new Set(newest ? [newest.id] : []);
  const coming = new Set<string>();
  let queue = Promise.resolve();
  const socket = io(server.url, { transports: ['websocket'], auth: { token: server.token } });

  /**
   * Undefined while a clip waits for files that were announced with it: then it is its owner's
   * newest, but not the one that the server calls so.
   */
  async function whole(clip: Clip): Promise<Clip | undefined> {
    if (clip.content !== '' && clip.files.length === 0) return clip;
    const complete = await latest(server).catch(() => undefined);
    if (complete?.id === clip.id) return complete;
    const isOvertaken = complete !== undefined && complete.createdAt > clip.createdAt;
    return isOvertaken ? clipOf(server, clip.id) : undefined;
  }
  async function handle(given: Clip): Promise<void> {
    if (done.has(given.id)) return;
    // From here on news of its files is looked at.
    coming.add(given.id);
    const clip = await whole(given);
    if (!clip) return;
    coming.delete(clip.id);
    done.add(clip.id);
    if (clip.createdAt > seenUntil) seenUntil = clip.createdAt;
    await onClip(clip);
  }
  return new Promise((_resolve, reject) => {
    const next = (work: () => Promise<void>) =>
      void (queue = queue.then(work).catch((error: unknown) => {
        if (error instanceof Failure && error.exitCode === NOT_SIGNED_IN) reject(error);
        else say(error instanceof Error ? error.message : String(error));
      }));
    let isRefused = false;
    socket.on('connect', () => {
      isRefused = false;
      next(async () => {
        const missed = await history(server, { count: CAUGHT_UP });
        const since = missed.filter(({ createdAt }) => createdAt > seenUntil);
        for (const clip of since.toReversed()) await handle(clip);
        onReady();
      });
    });
    socket.on('clip-update', ({ clipId, change }: { clipId: string; change: string }) => {
      if (change === 'created') coming.add(clipId);
      const isNews = change === 'created' || change === 'files';
      if (isNews && coming.has(clipId)) next(async () => handle(await clipOf(server, clipId)));
    });
    socket.on('connect_error', ({ message }) => {
      if (message === 'Unauthorized')
        reject(new Failure('You are not signed in any more. Run: clipline login', NOT_SIGNED_IN));
      else if (!socket.active) {
        // The library tries again after a lost line, not after a refusal.
        if (!isRefused) say(`No news come at present: ${message}`);
        isRefused = true;
        setTimeout(() => socket.connect(), REFUSED_WAIT_MS);
      }
    });
    socket.on('disconnect', (reason) => {
      // Ended by the server: asked again, it says whether the token is still good.
      if (reason === 'io server disconnect') socket.connect();
    });
  });
}
