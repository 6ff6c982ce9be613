import type { App } from '../core/app.ts';
import type { IncomingMessage } from 'node:http';
import { ProductError } from '@clipline/contract/errors.ts';
import type { ClientEventName } from '@clipline/contract/schemas/events.ts';
import { lanType } from '@clipline/contract/schemas/lan.ts';
import { failureBody } from '../core/http/failures.ts';
import { deviceOf } from '../core/http/headers.ts';
import type { Connection } from '../core/live/connections.ts';
import { type Answer, type Emission, serveEvent } from '../core/live/serve-event.ts';
import { ownClaimsOf } from '../desktop/desktop.sockets.ts';
import { findOwnDesktop } from '../desktop/find-desktop.ts';
import { planAllows } from '../auth/plans.ts';
import { deviceName } from './device-names.ts';
import { changePeer, claimPeer } from './lan.changes.ts';
import { lanChannel, presentPeer, tellHost } from './lan.news.ts';
import { type Lan, localNetworkOf, securityOf } from './lan.ts';
import { findPresence } from './lan-peers.queries.ts';
import { approve, connect, drop, end, hostsFor, leave, refuse } from './lan-sharing.ts';
import { shownAddress } from './networks.ts';
import type { Host, LanPresence } from './peers.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function peerIdFrom(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new ProductError('INVALID_PEER');
  return value.toLowerCase();
}

function ownerOf(connection: Connection, { config }: Lan): string | null {
  const { userId, browserHash } = ownClaimsOf(connection, config);
  if (userId !== null) return `user ${userId}`;
  return browserHash === null ? null : `browser ${browserHash}`;
}

function sendError(connection: Connection, error: unknown): void {
  const failure = failureBody(error instanceof ProductError ? error : undefined);
  connection.send('lan:error', { code: 'SERVER_ERROR', ...failure });
}

function asHost(presence: LanPresence): Host {
  if (presence.desktopId === null) throw new ProductError('NO_DESKTOP_TO_HOST');
  return { ...presence, desktopId: presence.desktopId };
}

async function claim(
  lan: Lan,
  connection: Connection,
  handshake: IncomingMessage,
): Promise<LanPresence> {
  const peerId = peerIdFrom(connection.query['peerId']);
  const network = localNetworkOf(handshake, lan);
  if (!network) throw new ProductError('NOT_LOCAL_NETWORK');
  const presence: LanPresence = {
    peerId,
    sessionId: connection.id,
    network,
    owner: ownerOf(connection, lan),
    name: deviceOf(connection.headers['user-agent'] ?? '') ?? 'Another device',
    ip: shownAddress(connection.address),
    port: handshake.socket.remotePort ?? 0,
    desktopId: null,
  };
  if (!(await claimPeer(lan.db, presence))) throw new ProductError('PEER_ID_TAKEN');
  // A socket that went meanwhile would stay in its channels for ever.
  if (!connection.isOpen()) return presence;
  connection.enter(lanChannel.peer(peerId));
  connection.enter(lanChannel.own(presence));
  if (connection.query['type'] === 'lan_discover')
    connection.enter(lanChannel.network(network.key));
  return presence;
}

async function release(lan: Lan, connection: Connection): Promise<void> {
  const claimed = lan.presences.get(connection.id);
  lan.presences.delete(connection.id);
  const presence = await claimed?.catch(() => undefined);
  if (presence) await end(lan, presence);
}

async function presenceOf(lan: Lan, { id }: Connection): Promise<LanPresence> {
  const claimed = await lan.presences.get(id);
  const presence = claimed && (await findPresence(lan.db, claimed.peerId));
  if (presence?.sessionId !== id) throw new ProductError('INVALID_PEER');
  return presence;
}

/** Every refusal is also an event, for clients that ask for no acknowledgement. */
function serveLanEvent<N extends Extract<ClientEventName, `lan:${string}`>>(
  app: App,
  lan: Lan,
  name: N,
  handler: (presence: LanPresence, emission: Emission<N>) => Promise<Answer<N>>,
): void {
  serveEvent(app, name, async (emission) => {
    try {
      return await handler(await presenceOf(lan, emission.connection), emission);
    } catch (error) {
      sendError(emission.connection, error);
      throw error;
    }
  });
}

/**
 * Serves the connections whose query says that they take part. Each has one presence, from its
 * handshake to its end.
 */
export function serveLanEvents(app: App, lan: Lan): void {
  const { db, config, planOf, channels, presences } = lan;
  app.answers.add('lan:peer:desktop_data').add('lan:peers:list');

  app.greeters.push((connection, handshake) => {
    if (connection.user?.program || !lanType.safeParse(connection.query['type']).success) return;
    const claimed = claim(lan, connection, handshake);
    claimed.catch((error) => sendError(connection, error));
    presences.set(connection.id, claimed);
    connection.onClose(() => void release(lan, connection).catch(lan.onDefect));
  });

  serveLanEvent(app, lan, 'lan:host:announce', async (presence, { payload, connection }) => {
    const desktop = await findOwnDesktop(db, ownClaimsOf(connection, config));
    if (!desktop) throw new ProductError('NO_DESKTOP_TO_HOST');
    if (desktop.user_id !== null)
      planAllows('sharing')({ plan: await planOf(db, desktop.user_id) });
    const name = deviceName(payload?.name) ?? presence.name;
    const host = await changePeer(db, presence.peerId, { name, desktopId: desktop.id });
    if (!host) throw new ProductError('INVALID_PEER');
    if (host.name !== presence.name || host.desktopId !== presence.desktopId)
      tellHost(channels, asHost(host));
    return { peer: presentPeer(host), security: securityOf(host.network) };
  });

  // Each write of the desktop has told its guests by itself.
  serveLanEvent(app, lan, 'lan:host:update', async (presence) => {
    asHost(presence);
    return {};
  });

  serveLanEvent(app, lan, 'lan:host:approve', async (presence, { payload }) => {
    await approve(lan, asHost(presence), peerIdFrom(payload.peerId));
    return {};
  });

  serveLanEvent(app, lan, 'lan:host:refuse', async (presence, { payload }) => {
    await refuse(lan, asHost(presence), peerIdFrom(payload.peerId));
    return {};
  });

  serveLanEvent(app, lan, 'lan:host:drop', async (presence, { payload }) => {
    await drop(lan, asHost(presence), peerIdFrom(payload.peerId));
    return {};
  });

  serveLanEvent(app, lan, 'lan:discover:request_peers', async (presence, { connection }) => {
    connection.enter(lanChannel.network(presence.network.key));
    const peers = await hostsFor(lan, presence);
    connection.send('lan:peers:list', { peers });
    return { peers };
  });

  serveLanEvent(app, lan, 'lan:peer:connect', async (presence, { payload, takeTurn }) => {
    const hostId = peerIdFrom(payload.peerId);
    await takeTurn(lanChannel.peer(hostId));
    const name = deviceName(payload.name);
    const named = name === undefined ? presence : await changePeer(db, presence.peerId, { name });
    const guest = { ...(named ?? presence), itemNews: payload.itemNews === true };
    return { status: await connect(lan, guest, hostId) };
  });

  serveLanEvent(app, lan, 'lan:peer:disconnect', async (presence, { payload }) => {
    await leave(lan, presence, peerIdFrom(payload.peerId));
    return {};
  });
}
