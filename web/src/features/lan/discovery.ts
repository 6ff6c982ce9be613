import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import type { Connection } from '../../live/socket-connection.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';
import {
  changeLan,
  lanState,
  type PeerDesktop,
  readDesktop,
  setLink,
  withItemNews,
} from './lan-state.ts';

const POLL_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5000;

export type DiscoveryConnection = Pick<
  Connection,
  'snapshot' | 'subscribe' | 'on' | 'emit' | 'hold' | 'check'
>;

export interface DiscoveryEvents {
  readonly onStarted: () => void;
  readonly onRefused: (code: string, error: string) => void;
  readonly onIdTaken: () => void;
  readonly ownId: () => string | undefined;
}

type DesktopVersion = Pick<PeerDesktop, 'desktopId' | 'version'>;

export function startDiscovery(connection: DiscoveryConnection, events: DiscoveryEvents) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Left by hand, refused or failed: not tried again before they appear anew. */
  const left = new Set<string>();
  const chosen = new Set<string>();
  /** By peer, what was heard of a desktop that is being read. */
  const missed = new Map<string, DesktopVersion>();
  let askedIn = 0;
  let started = false;

  const ask = () => {
    if (connection.snapshot().state !== 'connected') return;
    connection.emit('lan:discover:request_peers', {}, (ack) => {
      if (!ack.ok) return events.onRefused(ack.code ?? '', ack.error);
      changeLan({ discovering: 'on', problem: null });
      if (!started) events.onStarted();
      started = true;
    });
  };
  const poll = setInterval(ask, POLL_MS);

  const stopTimer = (peerId: string) => {
    clearTimeout(timers.get(peerId));
    timers.delete(peerId);
  };

  function setPeers(peers: readonly LanPeer[]): void {
    const own = events.ownId();
    const others = peers.filter(({ id }) => id !== own);
    changeLan({ peers: others });
    for (const { id, name } of others) {
      const link = lanState().links[id];
      if (link && link.name !== name) setLink(id, { ...link, name });
    }
    connectAll();
  }

  function connectAll(): void {
    const { peers, links, autoConnect } = lanState();
    for (const peer of peers) {
      const link = links[peer.id];
      if (link ? link.status === 'lost' : autoConnect && !left.has(peer.id)) open(peer);
    }
  }

  function open({ id, name }: LanPeer): void {
    const link = lanState().links[id];
    if (link && link.status !== 'lost') return;
    left.delete(id);
    missed.delete(id);
    setLink(id, { status: 'connecting', name, desktop: link?.desktop ?? null });
    const sent = connection.emit(
      'lan:peer:connect',
      { peerId: id, name: lanState().name, itemNews: true },
      (ack) => {
        if (!ack.ok) fail(id, ack.code, ack.error);
        else if (ack.status === 'waiting') wait(id);
      },
    );
    if (!sent) return fail(id, undefined, m.lan_no_connection());
    timers.set(
      id,
      setTimeout(() => {
        connection.emit('lan:peer:disconnect', { peerId: id });
        fail(id, 'PEER_NOT_FOUND', '');
      }, CONNECT_TIMEOUT_MS),
    );
  }

  function wait(peerId: string): void {
    const link = lanState().links[peerId];
    if (link?.status !== 'connecting') return;
    stopTimer(peerId);
    setLink(peerId, { ...link, status: 'waiting' });
  }

  /** A refusal comes as an acknowledgement and as an event: the first one counts. */
  function fail(peerId: string, code: string | undefined, error: string): void {
    stopTimer(peerId);
    const link = lanState().links[peerId];
    if (!link || link.status === 'connected') return;
    left.add(peerId);
    setLink(peerId, null);
    if (code === 'PEER_NOT_FOUND')
      toast.error(m.lan_connection_failed(), m.lan_connection_failed_text());
    else if (code === 'PEER_REFUSED')
      toast.error(m.lan_connect_failed(), m.lan_refused({ name: link.name }));
    else toast.error(m.lan_connect_failed(), error);
  }

  function receive(desktop: PeerDesktop): void {
    const link = lanState().links[desktop.peerId];
    // Disconnected a moment ago.
    if (!link) return;
    stopTimer(desktop.peerId);
    const known = link.desktop;
    const isOlder = known?.desktopId === desktop.desktopId && known.version > desktop.version;
    setLink(desktop.peerId, { ...link, status: 'connected', desktop: isOlder ? known : desktop });
    // One that comes back had its message already.
    if (link.status !== 'connected' && link.desktop === null)
      toast.success(m.lan_connected(), link.name, { news: !chosen.delete(desktop.peerId) });
    const later = missed.get(desktop.peerId);
    missed.delete(desktop.peerId);
    if (later?.desktopId === desktop.desktopId && later.version > desktop.version)
      readAgain(desktop.peerId, later);
  }

  /** News came that cannot be applied: the whole desktop is needed, once it is that new. */
  function readAgain(peerId: string, { desktopId, version }: DesktopVersion): void {
    const isBeingRead = missed.has(peerId);
    missed.set(peerId, { desktopId, version });
    if (isBeingRead || lanState().links[peerId]?.status !== 'connected') return;
    const { name } = lanState();
    connection.emit('lan:peer:connect', { peerId, name, itemNews: true }, (ack) => {
      if (!ack.ok) missed.delete(peerId);
    });
  }

  function receiveItems(news: ServerPayload<'lan:desktop:items'>): void {
    const link = lanState().links[news.peerId];
    if (!link) return;
    const desktop =
      link.status === 'connected' && link.desktop ? withItemNews(link.desktop, news) : undefined;
    if (desktop) setLink(news.peerId, { ...link, desktop });
    else readAgain(news.peerId, news);
  }

  const unsubscribe = connection.subscribe(() => {
    const { state, epoch } = connection.snapshot();
    if (state !== 'connected') {
      missed.clear();
      if (!started) return;
      for (const [id, link] of Object.entries(lanState().links)) {
        stopTimer(id);
        setLink(id, { ...link, status: 'lost' });
      }
      return changeLan({ discovering: 'starting' });
    }
    if (epoch === askedIn) return;
    askedIn = epoch;
    ask();
  });
  connection.on('lan:peers:list', ({ peers }) => setPeers(peers));
  connection.on('lan:peer:announce', (peer) => {
    left.delete(peer.id);
    setPeers([...lanState().peers.filter(({ id }) => id !== peer.id), peer]);
  });
  connection.on('lan:peer:desktop_data', (desktop) => receive(readDesktop(desktop)));
  connection.on('lan:desktop:update', (desktop) => receive(readDesktop(desktop)));
  connection.on('lan:desktop:items', receiveItems);
  connection.on('lan:peer:disconnect', ({ peerId }) => {
    const link = lanState().links[peerId];
    left.add(peerId);
    stopTimer(peerId);
    setLink(peerId, null);
    changeLan({ peers: lanState().peers.filter(({ id }) => id !== peerId) });
    if (link?.status === 'connected')
      toast.success(m.lan_peer_left(), m.lan_peer_left_text({ name: link.name }), { news: true });
    // It may only have closed this one connection, and still be there.
    ask();
  });
  connection.on('lan:error', ({ code, error, peerId }) => {
    console.warn(`LAN discovery: ${code}: ${error}`);
    if (code === 'PEER_ID_TAKEN') events.onIdTaken();
    else if (code === 'NOT_LOCAL_NETWORK') events.onRefused(code, error);
    else if (peerId) fail(peerId, code, error);
  });

  changeLan({ discovering: 'starting' });
  const release = connection.hold();
  return {
    connectAll,
    check: connection.check,
    connect(peer: LanPeer) {
      chosen.add(peer.id);
      open(peer);
    },
    disconnect(peerId: string) {
      left.add(peerId);
      stopTimer(peerId);
      setLink(peerId, null);
      connection.emit('lan:peer:disconnect', { peerId });
    },
    stop() {
      clearInterval(poll);
      for (const id of timers.keys()) stopTimer(id);
      unsubscribe();
      release();
      changeLan({ discovering: 'off', peers: [], links: {} });
    },
  };
}

export type Discovery = ReturnType<typeof startDiscovery>;
