import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import type { TestApp } from './build-test-app.ts';
import { openBrowser } from './desktops.ts';
import { ask, openSocket } from './sockets.ts';

export interface Peer {
  readonly id: string;
  readonly socket: Socket;
  readonly heard: unknown[][];
  readonly headers: Readonly<Record<string, string>>;
}

interface PeerOptions {
  readonly type?: string;
  readonly id?: string;
  /** Where it is, through a proxy that the app trusts. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

export async function openPeer(
  app: Pick<TestApp, 'url'>,
  { type = 'lan_discover', id = randomUUID(), from, headers = {}, token }: PeerOptions = {},
): Promise<Peer> {
  const sent = {
    'user-agent': CHROME_ON_ANDROID,
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    ...headers,
  };
  const socket = openSocket(app.url, {
    query: { type, peerId: id },
    headers: sent,
    ...(token === undefined ? {} : { token }),
  });
  const heard: unknown[][] = [];
  socket.onAny((...message) => {
    // Everybody is told that.
    if (message[0] !== 'app:build') heard.push(message);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return { id, socket, heard, headers: sent };
}

export async function openHost(
  app: Pick<TestApp, 'url'>,
  { name, from, texts = ['First'] }: { name?: string; from?: string; texts?: string[] } = {},
) {
  const browser = await openBrowser(app, ...texts);
  const peer = await openPeer(app, {
    type: 'lan_host',
    headers: browser.headers,
    ...(from === undefined ? {} : { from }),
  });
  const answer = await ask(peer.socket, 'lan:host:announce', { name });
  return { ...peer, browser: { ...browser, headers: browser.headers }, answer };
}

export const heardOf = (peer: Pick<Peer, 'heard'>, event: string): any[] =>
  peer.heard.filter(([name]) => name === event).map(([, payload]) => payload);

/** Waits until a peer has heard what the condition asks for. */
export async function until(peer: Pick<Peer, 'socket'>, isThere: () => boolean): Promise<void> {
  if (isThere()) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!isThere()) return;
      peer.socket.offAny(look);
      resolve();
    };
    peer.socket.onAny(look);
  });
}
