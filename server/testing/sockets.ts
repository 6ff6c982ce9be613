import { io, type Socket } from 'socket.io-client';

export interface SocketOptions {
  readonly token?: unknown;
  readonly device?: true;
  readonly origin?: string;
  readonly transports?: string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

const opened: Socket[] = [];

/** A socket as a browser or another program would open it; does not come back by itself. */
export function openSocket(
  url: string,
  {
    token,
    device,
    origin,
    transports = ['websocket'],
    headers = {},
    query = {},
  }: SocketOptions = {},
): Socket {
  const socket = io(url, {
    transports,
    reconnection: false,
    forceNew: true,
    ...(token === undefined ? {} : { auth: { token, device } }),
    query,
    extraHeaders: { ...headers, ...(origin === undefined ? {} : { origin }) },
  });
  opened.push(socket);
  return socket;
}

/** Waits until the server accepted and greeted the socket; throws what it refused it with. */
export async function connectSocket(url: string, options: SocketOptions = {}): Promise<Socket> {
  const socket = openSocket(url, options);
  await new Promise<void>((resolve, reject) => {
    socket.once('app:build', () => resolve());
    socket.once('connect_error', reject);
  });
  return socket;
}

export function closeSockets(): void {
  for (const socket of opened.splice(0)) socket.close();
}

export function record(socket: Socket): unknown[][] {
  const heard: unknown[][] = [];
  socket.onAny((...message) => heard.push(message));
  return heard;
}

export const ask = (socket: Socket, event: string, ...args: unknown[]): Promise<any> =>
  socket.timeout(120_000).emitWithAck(event, ...args);

/**
 * A viewer as the web app has them: comes back by itself, reads then what it missed, and drops what
 * it has seen. Returns the texts it showed, in order.
 */
export async function followClip(url: string, clipId: string): Promise<string[]> {
  const shown: string[] = [];
  let latest = 0;
  const show = ({ content, version }: { content: string; version: number }) => {
    if (version > latest) shown.push(content);
    latest = Math.max(latest, version);
  };
  const socket = await connectSocket(url);
  const join = async () => {
    const answer = await ask(socket, 'join:clip', { clipId });
    if (!answer.ok) throw new Error(answer.error);
    show(answer.clip);
  };
  socket.on('clip-content-updated', show);
  // One that the end of its connection cuts off is made anew with the next; that nothing came of it
  // the texts tell.
  socket.on('connect', () => void join().catch(() => undefined));
  socket.on('disconnect', (reason) => {
    if (reason === 'transport close') socket.connect();
  });
  await join();
  return shown;
}

/** Resolves when each socket has received what was sent to it before. */
export const settle = (...sockets: Socket[]) =>
  Promise.all(sockets.map((socket) => ask(socket, 'leave:clip', { clipId: 'nothing' })));

export const ended = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('disconnect', resolve));
