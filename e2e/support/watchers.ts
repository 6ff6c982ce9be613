import { io, type Socket } from 'socket.io-client';

interface Seen {
  readonly version: number;
  readonly content: string;
}

/** A person who looks at a clip and comes back when the line breaks, as the web app does. */
export interface Watcher {
  readonly clipId: string;
  /** What is shown; undefined before the first answer. */
  readonly seen: Seen | undefined;
  /** How often a line stood and the clip was read. */
  readonly visits: number;
  readonly isHere: boolean;
  close(): void;
}

type Joined =
  | { readonly ok: true; readonly clip: Seen }
  | { readonly ok: false; readonly error: string };

/** `url` is asked for each line, so that a watcher can come back elsewhere. */
export function watch(url: () => string, clipId: string): Watcher {
  const watcher = {
    clipId,
    seen: undefined as Seen | undefined,
    visits: 0,
    isHere: false,
    close: () => {},
  };
  let isOver = false;
  let tries = 0;
  let socket: Socket | undefined;

  function open(): void {
    if (isOver) return;
    const line = io(url(), { transports: ['websocket'], reconnection: false, forceNew: true });
    socket = line;
    let latest = 0;
    const again = () => {
      watcher.isHere = false;
      line.close();
      // Ever slower, as the web app does, or hundreds of them would keep a slow machine busy with
      // nothing else.
      setTimeout(open, Math.random() * Math.min(100 * 2 ** ++tries, 3000));
    };
    line.once('connect_error', again);
    line.once('disconnect', again);
    line.once('connect', () => {
      line.emit('join:clip', { clipId }, (answer: Joined) => {
        // Refused by a node that stops: its line ends in a moment.
        if (!answer.ok) return;
        tries = 0;
        latest = answer.clip.version;
        Object.assign(watcher, { seen: answer.clip, visits: watcher.visits + 1, isHere: true });
      });
    });
    line.on('clip-content-updated', (news: Seen) => {
      // Two nodes may tell of one save after the other in either order (decision 4).
      if (news.version <= latest) return;
      latest = news.version;
      watcher.seen = news;
    });
  }

  open();
  watcher.close = () => {
    isOver = true;
    socket?.removeAllListeners();
    socket?.close();
  };
  return watcher;
}
