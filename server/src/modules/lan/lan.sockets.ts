import type { IncomingMessage } from 'node:http';
import { errors, ProductError } from '@clipline/contract/errors.ts';
import type { ClientEventName } from '@clipline/contract/schemas/events.ts';
import { lanType } from '@clipline/contract/schemas/lan.ts';
import { deviceOf } from '../../platform/http/user-agents.ts';
import type { Connection } from '../../platform/realtime/connections.ts';
import {
  type Answer,
  type Emission,
  type ServedEvents,
  serveEvent,
} from '../../platform/realtime/serve-event.ts';
import { ownClaimsOf } from '../desktop/desktop.sockets.ts';
import { findOwnDesktop } from '../desktop/find-desktop.ts';
import { planAllows } from '../plans/plans.ts';
import { deviceName } from './device-names.ts';
import { type Lan, localNetworkOf, securityOf } from './lan.ts';
import { ownChannelOf, presentPeer } from './lan-sharing.ts';
import type { Host, LanPresence } from './lan-state.ts';
import { shownAddress } from './networks.ts';
import { lanChannel } from './lan.channels.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function peerIdFrom(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new ProductError('INVALID_PEER');
  return value.toLowerCase();
}

function ownerOf(connection: Connection, { own }: Lan['desktops']): string | null {
  const { userId, browserHash } = ownClaimsOf(connection, own);
  if (userId !== null) return `user ${userId}`;
  return browserHash === null ? null : `browser ${browserHash}`;
}

function say(connection: Connection, error: unknown): void {
  if (error instanceof ProductError)
    connection.send('lan:error', { code: error.code, error: error.message });
  else connection.send('lan:error', { code: 'SERVER_ERROR', error: errors.SERVER_ERROR.text });
}

function asHost(presence: LanPresence): Host {
  if (presence.desktopId === null) throw new ProductError('NO_DESKTOP_TO_HOST');
  return { ...presence, desktopId: presence.desktopId };
}

/**
 * Serves the connections whose query says that they take part. Each has one presence, from its
 * handshake to its end.
 */
export function serveLanEvents(events: ServedEvents, lan: Lan): void {
  const { desktops, state, sharing, onDefect } = lan;
  const presences = new Map<string, Promise<LanPresence>>();

  async function claim(connection: Connection, handshake: IncomingMessage): Promise<LanPresence> {
    const peerId = peerIdFrom(connection.query['peerId']);
    const network = localNetworkOf(handshake, connection.address, lan);
    if (!network) throw new ProductError('NOT_LOCAL_NETWORK');
    const presence: LanPresence = {
      peerId,
      sessionId: connection.id,
      network,
      owner: ownerOf(connection, desktops),
      name: deviceOf(connection.headers['user-agent'] ?? '') ?? 'Another device',
      ip: shownAddress(connection.address),
      port: handshake.socket.remotePort ?? 0,
      desktopId: null,
    };
    if (!(await state.claim(presence))) throw new ProductError('PEER_ID_TAKEN');
    // A socket that went meanwhile would stay in its channels for ever.
    if (!connection.isOpen()) return presence;
    connection.enter(lanChannel.peer(peerId));
    connection.enter(ownChannelOf(presence));
    if (connection.query['type'] === 'lan_discover')
      connection.enter(lanChannel.network(network.key));
    return presence;
  }

  async function end(connection: Connection, claimed: Promise<LanPresence>): Promise<void> {
    presences.delete(connection.id);
    const presence = await claimed.catch(() => undefined);
    if (presence) await sharing.end(presence);
  }

  events.greeters.push((connection, handshake) => {
    if (connection.user?.program || !lanType.safeParse(connection.query['type']).success) return;
    const claimed = claim(connection, handshake);
    claimed.catch((error) => say(connection, error));
    presences.set(connection.id, claimed);
    connection.onClose(() => void end(connection, claimed).catch(onDefect));
  });

  async function presenceOf({ id }: Connection): Promise<LanPresence> {
    const claimed = await presences.get(id);
    const presence = claimed && (await state.find(claimed.peerId));
    if (presence?.sessionId !== id) throw new ProductError('INVALID_PEER');
    return presence;
  }

  /** Every refusal is also an event, for clients that ask for no acknowledgement. */
  function serve<N extends Extract<ClientEventName, `lan:${string}`>>(
    name: N,
    handler: (presence: LanPresence, emission: Emission<N>) => Promise<Answer<N>>,
  ): void {
    serveEvent(events, name, async (emission) => {
      try {
        return await handler(await presenceOf(emission.connection), emission);
      } catch (error) {
        say(emission.connection, error);
        throw error;
      }
    });
  }

  serve('lan:host:announce', async (presence, { payload, connection }) => {
    const desktop = await findOwnDesktop(desktops.db, ownClaimsOf(connection, desktops.own));
    if (!desktop) throw new ProductError('NO_DESKTOP_TO_HOST');
    if (desktop.user_id !== null)
      planAllows('sharing')({ plan: await desktops.planOf(desktops.db, desktop.user_id) });
    const name = deviceName(payload?.name) ?? presence.name;
    const host = await state.change(presence.peerId, { name, desktopId: desktop.id });
    if (!host) throw new ProductError('INVALID_PEER');
    sharing.announce(asHost(host));
    return { peer: presentPeer(host), security: securityOf(host.network) };
  });

  // Each write of the desktop has told its guests by itself.
  serve('lan:host:update', async (presence) => {
    asHost(presence);
    return {};
  });

  serve('lan:host:approve', async (presence, { payload }) => {
    await sharing.approve(asHost(presence), peerIdFrom(payload.peerId));
    return {};
  });

  serve('lan:host:refuse', async (presence, { payload }) => {
    await sharing.refuse(asHost(presence), peerIdFrom(payload.peerId));
    return {};
  });

  serve('lan:host:drop', async (presence, { payload }) => {
    await sharing.drop(asHost(presence), peerIdFrom(payload.peerId));
    return {};
  });

  serve('lan:discover:request_peers', async (presence, { connection }) => {
    connection.enter(lanChannel.network(presence.network.key));
    const peers = await sharing.hostsFor(presence);
    connection.send('lan:peers:list', { peers });
    return { peers };
  });

  serve('lan:peer:connect', async (presence, { payload }) => {
    const name = deviceName(payload.name);
    const guest = name === undefined ? presence : await state.change(presence.peerId, { name });
    return { status: await sharing.connect(guest ?? presence, peerIdFrom(payload.peerId)) };
  });

  serve('lan:peer:disconnect', async (presence, { payload }) => {
    await sharing.leave(presence, peerIdFrom(payload.peerId));
    return {};
  });
}
