import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';

/**
 * A socket that only notes when messages come, so that the measuring side costs the same for us and
 * for the peer.
 */
export interface Viewer {
  /** Hears of every message that is news, with its arrival. */
  onNews: (text: string, at: number) => void;
  close(): void;
}

/** Bare sockets give messages as one Buffer unless told otherwise. */
const textOf = (data: RawData) => (data as Buffer).toString();
const connect = (url: string) =>
  new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });

/** A plain WebSocket. */
export async function plainViewer(url: string): Promise<Viewer> {
  const socket = connect(url);
  const viewer: Viewer = { onNews: () => {}, close: () => socket.terminate() };
  socket.on('message', (data) => viewer.onNews(textOf(data), performance.now()));
  await once(socket, 'open');
  return viewer;
}

/**
 * Speaks just enough of Engine.IO and Socket.IO to watch one clip without signing in; without a
 * clip it only stays connected.
 */
export async function clipViewer(url: string, clipId?: string): Promise<Viewer> {
  const socket = connect(`${url}/socket.io/?EIO=4&transport=websocket`);
  const viewer: Viewer = { onNews: () => {}, close: () => socket.terminate() };
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const at = performance.now();
      const text = textOf(data);
      if (text.startsWith('0')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40') && clipId === undefined) resolve();
      else if (text.startsWith('40'))
        socket.send(`420${JSON.stringify(['join:clip', { clipId }])}`);
      else if (text.startsWith('430')) resolve();
      else if (text.startsWith('42')) viewer.onNews(text, at);
    });
  });
  return viewer;
}

/** A device on the local network that sees the desktop of a host. */
export async function lanGuest(url: string, peerId: string, hostId: string): Promise<Viewer> {
  const socket = connect(
    `${url}/socket.io/?EIO=4&transport=websocket&type=lan_discover&peerId=${peerId}`,
  );
  const viewer: Viewer = { onNews: () => {}, close: () => socket.terminate() };
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const at = performance.now();
      const text = textOf(data);
      if (text.startsWith('0')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40'))
        socket.send(`420${JSON.stringify(['lan:peer:connect', { peerId: hostId }])}`);
      else if (text.startsWith('430')) resolve();
      else if (text.startsWith('42')) viewer.onNews(text, at);
    });
  });
  return viewer;
}
