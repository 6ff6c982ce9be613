import type { IncomingMessage } from 'node:http';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { normalForm } from '@clipline/contract/normal-form.ts';
import { asLine } from '@clipline/contract/schemas/common.ts';
import type { ClientEventName } from '@clipline/contract/schemas/events.ts';
import { lanType } from '@clipline/contract/schemas/lan.ts';
import { planAllows } from '../auth/plans.ts';
import type { App } from '../core/app.ts';
import { failureBody } from '../core/http/failures.ts';
import { deviceOf, userAgentOf } from '../core/http/headers.ts';
import type { Connection } from '../core/live/channels.ts';
import { type Answer, type Emission, serveEvent } from '../core/live/serve-event.ts';
import { ownClaimsOf } from '../desktop/desktop.sockets.ts';
import { findOwnDesktop } from '../desktop/find-desktop.ts';
import type { Host, LanPresence } from './lan.access.ts';
import { changePeer, claimPeer } from './lan.changes.ts';
import { lanChannel, presentPeer, tellHost } from './lan.news.ts';
import { findPresence } from './lan.queries.ts';
import { localNetworkOf, securityOf, shownAddress } from './networks.ts';
import { approve, connect, drop, end, hostsFor, leave, refuse } from './sharing.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function peerIdFrom(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new ProductError('INVALID_PEER');
  return value.toLowerCase();
}

export function deviceName(given: string | null | undefined): string | undefined {
  const line = asLine(normalForm(given ?? '', 'NFC')).replace(/\s+/g, ' ');
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  let name = '';
  for (const character of characters) {
    if (name.length + character.length > MAX_DEVICE_NAME_LENGTH) break;
    name += character;
  }
  return name.trim() === '' ? undefined : name.trim();
}

function ownerOf(app: App, connection: Connection): string | null {
  const { userId, browserHash } = ownClaimsOf(app, connection);
  if (userId !== null) return `user ${userId}`;
  return browserHash === null ? null : `browser ${browserHash}`;
}

function sendError(connection: Connection, error: unknown): void {
  const failure = failureBody(error instanceof ProductError ? error : undefined);
  connection.send('lan:error', { code: 'SERVER_ERROR', ...failure });
}

async function claim(
  app: App,
  connection: Connection,
  handshake: IncomingMessage,
): Promise<LanPresence> {
  const peerId = peerIdFrom(connection.query['peerId']);
  const network = localNetworkOf(app, handshake);
  if (!network) throw new ProductError('NOT_LOCAL_NETWORK');
  const presence: LanPresence = {
    peerId,
    sessionId: connection.id,
    network,
    owner: ownerOf(app, connection),
    name: deviceOf(userAgentOf(connection.headers)) ?? 'Another device',
    ip: shownAddress(connection.address),
    port: handshake.socket.remotePort ?? 0,
    desktopId: null,
  };
  if (!(await claimPeer(app.db, presence))) throw new ProductError('PEER_ID_TAKEN');
  // A socket that went meanwhile would stay in its channels for ever.
  if (!connection.isOpen()) return presence;
  connection.enter(lanChannel.peer(peerId));
  connection.enter(lanChannel.own(presence));
  if (connection.query['type'] === 'lan_discover')
    connection.enter(lanChannel.network(network.key));
  return presence;
}

async function release(app: App, connection: Connection): Promise<void> {
  const claimed = app.lan.presences.get(connection.id);
  app.lan.presences.delete(connection.id);
  const presence = await claimed?.catch(() => undefined);
  if (presence) await end(app, presence);
}

function greet(app: App, connection: Connection, handshake: IncomingMessage): void {
  if (connection.user?.program || !lanType.safeParse(connection.query['type']).success) return;
  const claimed = claim(app, connection, handshake);
  claimed.catch((error) => sendError(connection, error));
  app.lan.presences.set(connection.id, claimed);
  connection.onClose(() => void release(app, connection).catch(app.onDefect));
}

async function requirePresence(app: App, { id }: Connection): Promise<LanPresence> {
  const claimed = await app.lan.presences.get(id);
  const presence = claimed && (await findPresence(app.db, claimed.peerId));
  if (presence?.sessionId !== id) throw new ProductError('INVALID_PEER');
  return presence;
}

function requireHosting(presence: LanPresence): Host {
  if (presence.desktopId === null) throw new ProductError('NO_DESKTOP_TO_HOST');
  return { ...presence, desktopId: presence.desktopId };
}

async function announce(
  presence: LanPresence,
  { payload, connection }: Emission<'lan:host:announce'>,
  app: App,
) {
  const desktop = await findOwnDesktop(app.db, ownClaimsOf(app, connection));
  if (!desktop) throw new ProductError('NO_DESKTOP_TO_HOST');
  if (desktop.user_id !== null)
    planAllows('sharing')({ plan: await app.planOf(app.db, desktop.user_id) });
  const name = deviceName(payload?.name) ?? presence.name;
  const host = await changePeer(app.db, presence.peerId, { name, desktopId: desktop.id });
  if (!host) throw new ProductError('INVALID_PEER');
  if (host.name !== presence.name || host.desktopId !== presence.desktopId)
    tellHost(app, requireHosting(host));
  return { peer: presentPeer(host), security: securityOf(host.network) };
}

// Each write of the desktop has told its guests by itself.
async function confirmUpdate(presence: LanPresence) {
  requireHosting(presence);
  return {};
}

const aboutGuest =
  (work: (app: App, host: Host, guestId: string, address: string) => Promise<void>) =>
  async (
    presence: LanPresence,
    { payload, address }: Pick<Emission<'lan:host:drop'>, 'payload' | 'address'>,
    app: App,
  ) => {
    await work(app, requireHosting(presence), peerIdFrom(payload.peerId), address);
    return {};
  };

async function listPeers(
  presence: LanPresence,
  { connection }: Emission<'lan:discover:request_peers'>,
  app: App,
) {
  connection.enter(lanChannel.network(presence.network.key));
  const peers = await hostsFor(app, presence);
  connection.send('lan:peers:list', { peers });
  return { peers };
}

async function connectPeer(
  presence: LanPresence,
  { payload, address, inTurn }: Emission<'lan:peer:connect'>,
  app: App,
) {
  const hostId = peerIdFrom(payload.peerId);
  const name = deviceName(payload.name);
  const named = name === undefined ? presence : await changePeer(app.db, presence.peerId, { name });
  const guest = { ...(named ?? presence), itemNews: payload.itemNews === true };
  return { status: await inTurn(() => connect(app, guest, hostId, address)) };
}

async function leavePeer(
  presence: LanPresence,
  { payload }: Emission<'lan:peer:disconnect'>,
  app: App,
) {
  await leave(app, presence, peerIdFrom(payload.peerId));
  return {};
}

/** Every refusal is also an event, for clients that ask for no acknowledgement. */
function serveLanEvent<N extends Extract<ClientEventName, `lan:${string}`>>(
  app: App,
  name: N,
  handler: (presence: LanPresence, emission: Emission<N>, app: App) => Promise<Answer<N>>,
): void {
  serveEvent(app, name, async (emission) => {
    try {
      return await handler(await requirePresence(app, emission.connection), emission, app);
    } catch (error) {
      sendError(emission.connection, error);
      throw error;
    }
  });
}

export function serveLanEvents(app: App): void {
  app.greeters.push((connection, handshake) => greet(app, connection, handshake));
  serveLanEvent(app, 'lan:host:announce', announce);
  serveLanEvent(app, 'lan:host:update', confirmUpdate);
  serveLanEvent(app, 'lan:host:approve', aboutGuest(approve));
  serveLanEvent(app, 'lan:host:refuse', aboutGuest(refuse));
  serveLanEvent(app, 'lan:host:drop', aboutGuest(drop));
  serveLanEvent(app, 'lan:discover:request_peers', listPeers);
  serveLanEvent(app, 'lan:peer:connect', connectPeer);
  serveLanEvent(app, 'lan:peer:disconnect', leavePeer);
}
