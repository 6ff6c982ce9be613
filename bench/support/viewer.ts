import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import { send } from './load.ts';

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

/**
 * A device on the local network that sees the desktop of a host, with news of its items or of all
 * of it.
 */
export async function lanGuest(url: string, hostId: string, itemNews: boolean): Promise<Viewer> {
  const socket = connect(
    `${url}/socket.io/?EIO=4&transport=websocket&type=lan_discover&peerId=${randomUUID()}`,
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
        socket.send(`420${JSON.stringify(['lan:peer:connect', { peerId: hostId, itemNews }])}`);
      else if (text.startsWith('430')) resolve();
      else if (text.startsWith('42')) viewer.onNews(text, at);
    });
  });
  return viewer;
}

/** A person who has a room open and does what the web app does. */
export interface RoomViewer {
  /** Hears whenever what is on the screen is as it now stands. */
  onShown: () => void;
  /** Bytes received since it was asked last. */
  bytes(): number;
  close(): void;
}

/** So long the web app gathers news before it reads. */
const GATHER_MS = 80;

export async function roomViewer(url: string, roomId: string, token: string): Promise<RoomViewer> {
  const socket = connect(`${url}/socket.io/?EIO=4&transport=websocket`);
  let [bytes, updatedAt] = [0, ''];
  let reading: NodeJS.Timeout | undefined;
  const viewer: RoomViewer = {
    onShown: () => {},
    bytes() {
      const sum = bytes;
      bytes = 0;
      return sum;
    },
    close: () => socket.terminate(),
  };
  async function read(): Promise<void> {
    reading = undefined;
    const headers = { authorization: `Bearer ${token}` };
    const [room, page] = await Promise.all(
      ['', '/content?page=1&pageSize=50'].map((path) =>
        send(`${url}/api/rooms/${roomId}${path}`, { headers }),
      ),
    );
    bytes += (room?.length ?? 0) + (page?.length ?? 0);
    updatedAt = (JSON.parse(String(room)) as { updated_at: string }).updated_at;
    viewer.onShown();
  }
  function hear(text: string): void {
    const [event, news] = JSON.parse(text.slice(2)) as [
      string,
      { delta?: { since: string; updated_at: string } },
    ];
    if (event !== 'room:updated') return;
    if (news.delta?.since !== updatedAt) reading ??= setTimeout(() => void read(), GATHER_MS);
    else {
      updatedAt = news.delta.updated_at;
      viewer.onShown();
    }
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = textOf(data);
      bytes += text.length;
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40'))
        socket.send(`420${JSON.stringify(['join:room', { roomId }])}`);
      else if (text.startsWith('430')) {
        const [{ room }] = JSON.parse(text.slice(3)) as [{ room: { updated_at: string } }];
        updatedAt = room.updated_at;
        resolve();
      } else if (text.startsWith('42')) hear(text);
    });
  });
  return viewer;
}
