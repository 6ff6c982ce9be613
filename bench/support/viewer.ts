import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';

/**
 * A socket that only notes when messages come, so that the measuring side costs the same for the
 * product and for a peer.
 */
export interface Viewer {
  /** Hears of every message that is news, with its arrival. */
  onNews: (text: string, at: number) => void;
  /** What the server replied to joining. */
  readonly joined: string;
}

/** Bare sockets give messages as one Buffer unless told otherwise. */
const textOf = (data: RawData) => (data as Buffer).toString();

function connect(url: string): WebSocket {
  const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  // Servers end before those who watch.
  socket.on('error', () => {});
  return socket;
}

export async function plainViewer(url: string): Promise<Viewer> {
  const socket = connect(url);
  const plain: Viewer = { onNews: () => {}, joined: '' };
  socket.on('message', (data) => plain.onNews(textOf(data), performance.now()));
  await once(socket, 'open');
  return plain;
}

interface Joining {
  readonly query?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** An event and what it carries; without one the socket only stays connected. */
  readonly join?: readonly [string, object];
  /** Said after it, with no reply waited for. */
  readonly say?: readonly [string, object];
}

/** Speaks just enough of Engine.IO and Socket.IO to watch something. */
export async function viewer(
  url: string,
  { query = {}, token, join, say }: Joining = {},
): Promise<Viewer> {
  const asked = new URLSearchParams({ EIO: '4', transport: 'websocket', ...query });
  const socket = connect(`${url}/socket.io/?${asked}`);
  return new Promise<Viewer>((resolve, reject) => {
    socket.once('close', () => reject(new Error('The server closed a socket')));
    let made: Viewer | undefined;
    const ready = (joined: string) => {
      made = { onNews: () => {}, joined };
      if (say) socket.send(`42${JSON.stringify(say)}`);
      resolve(made);
    };
    socket.on('message', (data) => {
      const at = performance.now();
      const text = textOf(data);
      if (text.startsWith('0')) socket.send(`40${token ? JSON.stringify({ token }) : ''}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40') && join) socket.send(`420${JSON.stringify(join)}`);
      else if (text.startsWith('40')) ready('');
      else if (text.startsWith('430')) ready(text.slice(3));
      else if (text.startsWith('42')) made?.onNews(text, at);
    });
  });
}

export async function several<T>(count: number, open: () => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(50, count - opened.length) }, open);
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

/** Resolves when each viewer had news with this in it; tells of each as it comes. */
export function seenBy(
  viewers: readonly Viewer[],
  mark: string,
  note: (at: number, bytes: number) => void = () => {},
): Promise<void> {
  return new Promise((resolve) => {
    let missing = viewers.length;
    for (const each of viewers)
      each.onNews = (text, at) => {
        if (!text.includes(mark)) return;
        each.onNews = () => {};
        note(at, Buffer.byteLength(text));
        missing -= 1;
        if (missing === 0) resolve();
      };
  });
}
