import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { errors } from '@clipline/contract/errors.ts';
import { MAX_TEXT_BODY_BYTES } from '@clipline/contract/limits.ts';
import { serverEventScopes } from '@clipline/contract/schemas/events.ts';
import { Server } from 'socket.io';
import type { Core } from '../app.ts';
import { wakeJob } from '../db/database.ts';
import { type CurrentUser, hasScope, type Identify } from '../http/current-user.ts';
import { countConnections } from '../http/guard.ts';
import { MAX_SOCKETS_OF_NETWORK, platformLimits } from '../http/limits.ts';
import { isTrustedOrigin } from '../http/origins.ts';
import { hasTwoHosts } from '../http/security.ts';
import { CLOSE_SESSIONS } from '../jobs.ts';
import {
  type AppSocket,
  channelOf,
  connectionOf,
  createChannels,
  type Sockets,
} from './channels.ts';
import { createEndings } from './endings.ts';
import { BoundedWebSockets, guardConnections, guardedParser } from './guard.ts';
import { catchUp } from './nodes.ts';
import { createPresence } from './presence.ts';
import { type EventsCore, serveInOrder } from './serve-event.ts';

export type RealtimeCore = EventsCore &
  Pick<
    Core,
    | 'config'
    | 'db'
    | 'nodes'
    | 'limits'
    | 'addressOf'
    | 'identify'
    | 'sessionCalls'
    | 'greeters'
    | 'build'
    | 'tell'
  >;

class Refused extends Error {}

async function senderOf(socket: AppSocket, identify: Identify): Promise<CurrentUser | null> {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (token === undefined || token === null || token === '') return null;
  const user = typeof token === 'string' ? await identify(token) : null;
  if (!user) throw new Refused(errors.UNAUTHORIZED.text);
  if (user.isRestricted) throw new Refused('SECOND_STEP_REQUIRED');
  return user;
}

async function identified(
  { identify, addressOf, server }: RealtimeCore,
  socket: AppSocket,
  proceed: (failure?: Error) => void,
): Promise<void> {
  try {
    const user = await senderOf(socket, identify);
    Object.assign(socket.data, {
      user,
      address: addressOf(socket.request),
      served: new Map(),
    });
    proceed();
  } catch (error) {
    const isExpected = error instanceof Refused;
    if (!isExpected) server.log.error({ err: error }, 'Handshake failed');
    proceed(isExpected ? error : new Error(errors.UNAVAILABLE.text));
  }
}

/** A session that ended between the handshake and its channel would not be told. */
async function closeIfEnded(socket: AppSocket, identify: Identify): Promise<void> {
  try {
    await senderOf(socket, identify);
  } catch (error) {
    if (error instanceof Refused) socket.disconnect(true);
  }
}

const scopesOfNews = [...new Set(serverEventScopes.values())];

function accept(core: RealtimeCore, socket: AppSocket): void {
  const { user } = socket.data;
  if (user) {
    const lacking = scopesOfNews.filter((scope) => !hasScope(user, scope));
    void socket.join([
      channelOf.user(user.id),
      channelOf.session(user.sessionId),
      ...lacking.map(channelOf.without),
    ]);
    void closeIfEnded(socket, core.identify);
  }
  socket.on('error', () => socket.disconnect(true));
  socket.emit('app:build', { build: core.build() });
  for (const greeter of core.greeters) greeter(connectionOf(socket), socket.request);
  socket.onAny((name: string, ...args: unknown[]) => serveInOrder(core, socket, name, args));
}

/**
 * A handshake that names a socket would give it another line, asked by no guard whence it comes and
 * watched by none. Sockets begin as websockets here and never move.
 */
function refuseSecondLines(
  { url = '' }: IncomingMessage,
  _response: unknown,
  proceed: (failure?: Error) => void,
): void {
  const names = new URL(url, 'http://localhost').searchParams.has('sid');
  proceed(names ? new Error('A socket keeps its line') : undefined);
}

async function refusalOf(
  { config, server, limits, addressOf }: RealtimeCore,
  request: IncomingMessage,
  mayOpen: (address: string) => boolean,
): Promise<string | null> {
  if (hasTwoHosts(request)) return 'Two hosts';
  const { origin, host } = request.headers;
  if (!isTrustedOrigin(origin, host, config)) {
    server.originRefused(origin);
    return 'Origin refused';
  }
  const address = addressOf(request);
  const allowed =
    mayOpen(address) &&
    (await limits.allows(platformLimits.connections, { address }).catch(() => true));
  return allowed ? null : 'Too many connections';
}

export function createRealtime(core: RealtimeCore, maxSocketsOfNetwork = MAX_SOCKETS_OF_NETWORK) {
  const { config, db, nodes, tell, limits, addressOf } = core;
  const isLimited = config.RATE_LIMITS === 'on';
  const open = countConnections(isLimited ? maxSocketsOfNetwork : Infinity);
  const guard = guardConnections((rule, address, lumps) =>
    limits.allows(platformLimits[rule], { address }, lumps),
  );
  let isClosing = false;
  const io: Sockets = new Server(core.server.server, {
    transports: ['websocket'],
    serveClient: false,
    // The longest text that may be saved, however it is spelt; longer messages close the socket.
    maxHttpBufferSize: MAX_TEXT_BODY_BYTES,
    perMessageDeflate: false,
    wsEngine: BoundedWebSockets,
    ...(nodes ? { adapter: nodes.adapter } : {}),
    parser: guardedParser(isLimited),
    allowRequest: (request, decide) => {
      if (isClosing) return decide('Stopping', false);
      void refusalOf(core, request, open.mayOpen).then((refusal) =>
        decide(refusal, refusal === null),
      );
    },
  });
  io.engine.use(refuseSecondLines);
  io.engine.on('connection', (connection: AppSocket['conn']) => {
    const address = addressOf(connection.request);
    connection.once('close', open.open(address));
    guard.watch(connection, address);
  });
  io.use((socket, next) => void identified(core, socket, next));
  io.on('connection', (socket) => accept(core, socket));

  let saidAt = Number.NEGATIVE_INFINITY;
  if (nodes) catchUp(io, nodes, () => saidAt);
  const endings = nodes && createEndings(io, db, tell);
  return {
    jobs: endings?.jobs ?? [],
    channels: createChannels(io, {
      onSessionEnd: (sessionId) => {
        core.sessionCalls.end(sessionId);
        void tell(() => wakeJob(db, CLOSE_SESSIONS));
      },
      onSaid: () => void (saidAt = performance.now()),
      passEnding: endings?.pass,
      isAlone: nodes === undefined,
    }),
    presence: createPresence(io, nodes?.redis, randomUUID()),
    sessions: () => [
      ...new Set(
        [...io.sockets.sockets.values()].flatMap(({ data }) => data.user?.sessionId ?? []),
      ),
    ],
    countSockets: () => io.sockets.sockets.size,
    close(): void {
      isClosing = true;
      guard.stop();
      // Not io.close(): it would also close the HTTP server, and tell clients not to come back.
      io.engine.close();
    },
  };
}
