import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { errors } from '@clipline/contract/errors.ts';
import { MAX_TEXT_BODY_BYTES } from '@clipline/contract/limits.ts';
import { serverEventScopes } from '@clipline/contract/schemas/events.ts';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { Core } from '../app.ts';
import { type CurrentUser, hasScope, type Identify } from '../http/current-user.ts';
import { countConnections, hold, type Hold } from '../http/guard.ts';
import { isTrustedOrigin, type OwnOrigins } from '../http/origins.ts';
import type { Job } from '../jobs.ts';
import { createChannels } from './channels.ts';
import { connectionOf } from './connections.ts';
import { createEndings, type Passing } from './endings.ts';
import { catchUp, type Nodes } from './nodes.ts';
import { watchOutgoing } from './outgoing.ts';
import { guardedParser } from './parser.ts';
import { createPresence } from './presence.ts';
import { answerEvent, type ServedEvents } from './serve-event.ts';
import { type AppSocket, channelOf, createLeaves, type Sockets } from './sockets.ts';
import { BoundedWebSockets } from './websockets.ts';

export interface Realtime
  extends ServedEvents, Pick<Core, 'channels' | 'presence' | 'sessions' | 'countSockets'> {
  readonly jobs: readonly Job[];
  /** Closes every socket; clients come back by themselves. */
  close(): void;
}

export interface RealtimeOptions {
  readonly httpServer: HttpServer;
  readonly own: OwnOrigins;
  readonly onOriginRefused: (origin: string | undefined) => void;
  readonly identify: Identify;
  readonly addressOf: (request: IncomingMessage) => string;
  /** So many may be open of one network; each takes memory for as long as it is. */
  readonly maxSocketsOfNetwork: number;
  /** Counts one connection of an address; false when it has too many. */
  readonly allowsConnection: (address: string) => Promise<boolean>;
  /** Counts what sockets of an address sent or were answered; false when it is too much. */
  readonly allowsBytes: (
    address: string,
    way: 'sent' | 'answered',
    lumps: number,
  ) => Promise<boolean>;
  readonly limitEvents: boolean;
  readonly limitJoins: ServedEvents['limitJoins'];
  /** Hears of a session that is ended on this node. */
  readonly onSessionEnd: (sessionId: string) => void;
  /** Of the web app that is served; told to all who connect. */
  readonly build: () => string;
  readonly checkReplies: boolean;
  readonly log: FastifyBaseLogger;
  /** Where other nodes serve sockets too. */
  readonly nodes?: Nodes;
  /** What ends for them goes through the store, too. */
  readonly passing?: Passing;
}

const tokenOf = (socket: AppSocket): unknown => {
  const { token } = socket.handshake.auth as { token?: unknown };
  return token === undefined || token === null || token === '' ? undefined : token;
};

class Unauthorized extends Error {
  constructor() {
    super(errors.UNAUTHORIZED.text);
  }
}

/** Null, or the user whom the token of the handshake names. Throws on a token that is no good. */
async function senderOf(socket: AppSocket, identify: Identify): Promise<CurrentUser | null> {
  const token = tokenOf(socket);
  if (token === undefined) return null;
  const user = typeof token === 'string' ? await identify(token) : null;
  if (!user) throw new Unauthorized();
  return user;
}

/** A session that ended between the handshake and its channel would not be told. */
async function closeIfEnded(socket: AppSocket, identify: Identify): Promise<void> {
  try {
    await senderOf(socket, identify);
  } catch (error) {
    if (error instanceof Unauthorized) socket.disconnect(true);
  }
}

const scopesOfNews = [...new Set(serverEventScopes.values())];

function accept(options: RealtimeOptions, served: ServedEvents, socket: AppSocket): void {
  const { user } = socket.data;
  if (user) {
    const lacking = scopesOfNews.filter((scope) => !hasScope(user, scope));
    void socket.join([
      channelOf.user(user.id),
      channelOf.session(user.sessionId),
      ...lacking.map(channelOf.without),
    ]);
    void closeIfEnded(socket, options.identify);
  }
  socket.on('error', () => socket.disconnect(true));
  socket.emit('app:build', { build: options.build() });
  for (const greeter of served.greeters) greeter(connectionOf(socket), socket.request);
  // It is asked for no more, and of an idle socket it is a good part.
  (socket.conn as { request?: IncomingMessage | undefined }).request = undefined;
  socket.onAny((name: string, ...args: unknown[]) => void answerEvent(served, socket, name, args));
}

/** What is counted as one. */
const LUMP_BYTES = 64 * 1024;
/** What reading a sign of life costs, and a message, however short they are. */
const SIGN_BYTES = 64;
const MESSAGE_BYTES = 2 * 1024;
/** The beginning of an acknowledgement. */
const ACKNOWLEDGEMENT = '3';
/** The beginning of an event, with its name. */
const EVENT = /^2\["([\w:.-]{1,64})"/;

/** Adds up bytes, and tells of each lump. */
function inLumps(tell: (lumps: number) => void): (bytes: number) => void {
  let sum = 0;
  return (bytes) => {
    sum += bytes;
    if (sum < LUMP_BYTES) return;
    tell(Math.floor(sum / LUMP_BYTES));
    sum %= LUMP_BYTES;
  };
}

/** Less is not counted: nearly all messages are shorter, and whole at once. */
const HELD_FROM_BYTES = 4 * 1024;
/** What a piece of a message takes of the memory, however short it is. */
const PIECE_BYTES = 256;

/**
 * Bounds what messages that are not whole yet take of the memory. A piece may be the end of one
 * message and the beginning of the next: it counts until that one has come.
 */
function limitPartialMessages(connection: AppSocket['conn'], address: string): void {
  const line = connection.request.socket;
  let begun = 0;
  let receiving: Hold | undefined;
  const end = () => {
    begun = 0;
    receiving?.end();
    receiving = undefined;
  };
  line.on('data', ({ length }: Buffer) => {
    const bytes = Math.max(length, PIECE_BYTES);
    begun += bytes;
    if (begun <= HELD_FROM_BYTES) return;
    const isFirst = receiving === undefined;
    receiving ??= hold(address, () => void line.destroy());
    receiving.grow(isFirst ? begun : bytes);
  });
  connection.on('packet', end);
  line.once('close', end);
}

/** Counts what a connection sends, and what it is answered: what it hears of was not its choice. */
function countBytes(
  connection: AppSocket['conn'],
  { addressOf, allowsBytes }: Pick<RealtimeOptions, 'addressOf' | 'allowsBytes'>,
  answers: ReadonlySet<string>,
): void {
  const address = addressOf(connection.request);
  const line = connection.request.socket;
  const counting = (way: 'sent' | 'answered') =>
    inLumps((lumps) => {
      allowsBytes(address, way, lumps).then(
        // An orderly end would go on reading for half a minute.
        (allowed) => void (allowed || line.destroy()),
        () => {},
      );
    });
  const [sent, answered] = [counting('sent'), counting('answered')];
  limitPartialMessages(connection, address);
  // Frames that are no messages are read as well.
  line.on('data', ({ length }: Buffer) => sent(length));
  connection.on('packet', ({ type }: { type: string }) =>
    sent(type === 'message' ? MESSAGE_BYTES : SIGN_BYTES),
  );
  watchOutgoing(connection, (packet) => {
    if (typeof packet !== 'string') return;
    if (packet.startsWith(ACKNOWLEDGEMENT) || answers.has(EVENT.exec(packet)?.[1] ?? ''))
      answered(packet.length);
  });
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

/** Notes on the socket who it is of; refuses a token that is no good. */
async function identified(
  { identify, addressOf, log }: RealtimeOptions,
  socket: AppSocket,
  proceed: (failure?: Error) => void,
): Promise<void> {
  try {
    const user = await senderOf(socket, identify);
    Object.assign(socket.data, {
      user,
      address: addressOf(socket.request),
      turns: new Map(),
      waitingJoins: 0,
      leaves: createLeaves(),
    });
    proceed();
  } catch (error) {
    const isExpected = error instanceof Unauthorized;
    if (!isExpected) log.error({ err: error }, 'Handshake failed');
    proceed(isExpected ? error : new Error(errors.UNAVAILABLE.text));
  }
}

/**
 * Socket.IO on the server's own port: websocket only, Origin checked, all who knock either
 * known or anonymous.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { httpServer, own, addressOf, log } = options;
  let isClosing = false;
  const openSockets = countConnections(options.maxSocketsOfNetwork);
  const served: ServedEvents = {
    handlers: new Map(),
    greeters: [],
    answers: new Set(),
    limitJoins: options.limitJoins,
    checkReplies: options.checkReplies,
    onFailure: (error, event) => log.error({ err: error, event }, 'Event failed'),
  };

  const io: Sockets = new Server(httpServer, {
    transports: ['websocket'],
    serveClient: false,
    // The longest text that may be saved, however it is spelt; longer messages close the socket.
    // parser.ts has narrower limits.
    maxHttpBufferSize: MAX_TEXT_BODY_BYTES,
    perMessageDeflate: false,
    wsEngine: BoundedWebSockets,
    ...(options.nodes ? { adapter: options.nodes.adapter } : {}),
    parser: guardedParser({ limitEvents: options.limitEvents }),
    allowRequest: (request, decide) => {
      if (isClosing) return decide('Stopping', false);
      const { origin, host } = request.headers;
      if (!isTrustedOrigin(origin, host, own)) {
        options.onOriginRefused(origin);
        return decide('Origin refused', false);
      }
      const address = addressOf(request);
      if (!openSockets.mayOpen(address)) return decide('Too many connections', false);
      options.allowsConnection(address).then(
        (allowed) => decide(allowed ? null : 'Too many connections', allowed),
        () => decide(null, true),
      );
    },
  });
  io.engine.use(refuseSecondLines);
  io.engine.on('connection', (connection: AppSocket['conn']) => {
    connection.once('close', openSockets.open(addressOf(connection.request)));
    countBytes(connection, options, served.answers);
  });
  io.use((socket, next) => void identified(options, socket, next));
  io.on('connection', (socket) => accept(options, served, socket));

  let saidAt = Number.NEGATIVE_INFINITY;
  if (options.nodes) catchUp(io, options.nodes, () => saidAt);
  const endings = options.passing && createEndings(io, options.passing);
  return {
    ...served,
    jobs: endings ? [endings.job, endings.forgetting] : [],
    channels: createChannels(io, {
      onSessionEnd: options.onSessionEnd,
      onSaid: () => void (saidAt = performance.now()),
      endings,
    }),
    presence: createPresence(io, options.nodes?.redis, randomUUID()),
    sessions: () => [
      ...new Set(
        [...io.sockets.sockets.values()].flatMap(({ data }) => data.user?.sessionId ?? []),
      ),
    ],
    countSockets: () => io.sockets.sockets.size,
    close() {
      isClosing = true;
      // Not io.close(): it would also close the HTTP server, and tell clients not to come back.
      io.engine.close();
    },
  };
}
