import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { addressBy, parseAddress } from './address.ts';
import { countTokens, failureBody, failureOf } from './failures.ts';
import {
  type BodyPace,
  inOwnTurn,
  limitConnections,
  limitMemory,
  limitPipelining,
  LONG_BYTES,
  PacedRequest,
  watchBody,
} from './guard.ts';
import { MAX_SOCKETS_OF_NETWORK } from './limits.ts';
import { tellRefused } from './origins.ts';
import { secure } from './security.ts';

/** Slow senders and readers are cut off, or a few hundred of them would keep all others out. */
const patience = {
  headersMs: 15_000,
  /** 64 kbit/s: a call on the phone needs more. */
  body: { spanMs: 30_000, spanBytes: 240_000 } as BodyPace,
  /** A download that rests longer goes on with a request for its rest. */
  stalledMs: 60_000,
  checkEveryMs: 2000,
  /** Of one network, and open at a time: its sockets and calls, and those that say nothing. */
  connections: MAX_SOCKETS_OF_NETWORK + 1000,
};
export type Patience = typeof patience;
const KEEP_ALIVE_MS = 72_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

const saysUtf8 = (contentType = ''): boolean => {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset);
};

const MANY_TOKENS = 1000;
const MAX_FORM_FIELDS = 100;

/** A name that comes several times is a list; null of more fields than any form has. */
function fieldsOfForm(text: string): unknown {
  const form = parseForm(text, '&', '=', { maxKeys: MAX_FORM_FIELDS + 1 });
  return Object.values(form).flat().length > MAX_FORM_FIELDS ? null : form;
}

type Parsed = (error: Error | null, body?: unknown) => void;

function parseBodies(server: FastifyInstance, addressOf: (request: IncomingMessage) => string) {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  function readJson(request: FastifyRequest, body: Buffer, done: Parsed): void {
    try {
      // Bad UTF-8 would otherwise be saved as replacement characters.
      const text = utf8.decode(body);
      const tokens = countTokens(text);
      if (tokens === undefined) throw new ProductError('INVALID_REQUEST');
      const parse = () => void parseJson(request, text, done);
      // Against short bodies of many shapes, each of which takes milliseconds.
      if (tokens > MANY_TOKENS) void inOwnTurn(addressOf(request.raw), parse);
      else parse();
    } catch {
      done(new ProductError('INVALID_REQUEST'));
    }
  }
  const add = (
    type: string,
    takes: (endpoint: Endpoint | undefined) => boolean | undefined,
    read: (request: FastifyRequest, body: Buffer, done: Parsed) => void,
  ) =>
    server.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
      const { endpoint } = request.routeOptions.config;
      if (endpoint?.rawBody) done(null, body);
      else if (!endpoint?.bytesBody && takes(endpoint)) read(request, body, done);
      else done(new ProductError('UNSUPPORTED_MEDIA_TYPE'));
    });

  server.removeAllContentTypeParsers();
  add(
    'application/json',
    (endpoint) => !endpoint?.textBody,
    (request, body, done) => {
      if (body.length === 0) done(null, undefined);
      else if (body.length <= LONG_BYTES) readJson(request, body, done);
      else void inOwnTurn(addressOf(request.raw), () => readJson(request, body, done));
    },
  );
  add(
    'text/plain',
    (endpoint) => endpoint?.textBody,
    ({ headers }, body, done) =>
      done(null, isUtf8(body) && saysUtf8(headers['content-type']) ? body.toString() : null),
  );
  add(
    'application/x-www-form-urlencoded',
    (endpoint) => endpoint?.takesForms,
    (_request, body, done) => done(null, isUtf8(body) ? fieldsOfForm(body.toString()) : null),
  );
  for (const [type, reads] of [
    ['multipart/form-data', 'upload'],
    ['application/octet-stream', 'bytesBody'],
  ] as const)
    server.addContentTypeParser(type, ({ routeOptions }, _body, done) =>
      done(
        routeOptions.config.endpoint?.[reads] ? null : new ProductError('UNSUPPORTED_MEDIA_TYPE'),
      ),
    );
}

function refuse(
  socket: Socket,
  status: string,
  failure = new ProductError('INVALID_REQUEST'),
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failureBody(failure));
  const { retryAfter } = failure;
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function cutSlow(socket: Socket): void {
  refuse(socket, '408 Request Timeout', new ProductError('TOO_SLOW'));
  socket.destroySoon();
}

function cutTooMuch({ socket }: IncomingMessage): void {
  refuse(socket, '429 Too Many Requests', new ProductError('TOO_MANY_REQUESTS', {}, 1));
  socket.destroySoon();
}

function onClientError({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') cutSlow(socket);
  else if (code === 'HPE_HEADER_OVERFLOW') refuse(socket, '431 Request Header Fields Too Large');
  else refuse(socket, '400 Bad Request');
}

export interface LogSink {
  write(line: string): void;
}

/** Fastify would otherwise load compilers for schemas, a hundred files, at each start. */
const noSchema = (): never => {
  throw new Error('A route must not have a schema for Fastify');
};

function loggerOptions(config: Config, logTo: LogSink | undefined) {
  const pretty = process.stdout.isTTY && config.NODE_ENV !== 'test';
  return {
    level: config.LOG_LEVEL,
    hooks: {
      // Fastify says some things more often than once; see `listen` in core.ts.
      logMethod(this: FastifyBaseLogger, args: unknown[], log: (...args: unknown[]) => void) {
        if (args[0] !== '') log.apply(this, args);
      },
    },
    serializers: {
      err: ({ name, message, stack = '' }: Error) => ({ type: name, message, stack }),
    },
    ...(pretty && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
      },
    }),
    ...(logTo && { stream: logTo }),
  };
}

export function createHttpServer(
  config: Config,
  { headersMs, stalledMs, checkEveryMs, connections, body: pace }: Patience = patience,
  logTo?: LogSink,
): FastifyInstance {
  const watch = (request: IncomingMessage, { raw }: FastifyReply) =>
    watchBody(request, raw, pace, ({ socket }) => cutSlow(socket));
  const server = fastify({
    logger: loggerOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().replaceAll('-', '').slice(16),
    // Answered like everything else while the program stops, and its connection closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    connectionTimeout: stalledMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      IncomingMessage: PacedRequest,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      // Whoever asks for another protocol anywhere else (curl asks for h2c) makes an ordinary call.
      shouldUpgradeCallback: ({ url = '' }) => url.startsWith('/socket.io/'),
    },
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    // A path that cannot be decoded matches no route, so that neither hooks nor error handler run.
    frameworkErrors: (_error, { raw }, reply: FastifyReply) => {
      watch(raw, reply);
      void reply
        .code(400)
        .header('x-content-type-options', 'nosniff')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(failureBody(new ProductError('INVALID_REQUEST'))));
    },
    clientErrorHandler: onClientError,
  });
  // Node takes its listeners off an upgraded connection, and an error that none hears ends the
  // process.
  server.server.prependListener('upgrade', (_request, connection: Duplex) =>
    connection.on('error', () => connection.destroy()),
  );
  // Refused by Node (417), a request would pass by every limit.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  limitPipelining(server);
  server.addHook('onRequest', (request, reply, done) => {
    watch(request.raw, reply);
    done();
  });
  if (config.RATE_LIMITS === 'on') limitConnections(server.server, connections, config.TRUST_PROXY);
  const addressOf = addressBy(config.TRUST_PROXY);
  limitMemory(server, { addressOf, cutOff: cutTooMuch });
  parseBodies(server, addressOf);
  secure(server, config);
  logRequests(server, (request) => addressOf(request.raw));
  server.decorate(
    'originRefused',
    tellRefused(config, (line) => server.log.warn(line)),
  );
  server.decorateRequest('call');
  server.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (!failure)
      request.log.error(
        { err: error, method: request.method, route: routeOf(request) },
        'Request failed',
      );
    if (failure?.code === 'ORIGIN_REFUSED') server.originRefused(request.headers.origin);
    const retryAfter = failure?.retryAfter;
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply
      .code(failure?.status ?? 500)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(failureBody(failure)));
  });
  return server;
}

declare module 'fastify' {
  interface FastifyInstance {
    originRefused: ReturnType<typeof tellRefused>;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** False where another limit holds, or a refusal would cost as much as the answer. */
    isCountedAsPage?: boolean;
  }
}

/** The network an address belongs to: enough to see a pattern, too little to name a person. */
function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return 'unknown';
  const kept = parsed.kind() === 'ipv4' ? 3 : 6;
  const bytes = parsed.toByteArray().map((byte, index) => (index < kept ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${kept * 8}`;
}

/** Never the path itself: ids and tokens in it open doors. */
export const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url ?? (request.url.startsWith('/assets/') ? '/assets/*' : '*');

const isEnabled = (log: FastifyBaseLogger, level: string) =>
  (log as FastifyBaseLogger & { isLevelEnabled(level: string): boolean }).isLevelEnabled(level);

function logRequests(
  server: FastifyInstance,
  addressOf: (request: FastifyRequest) => string,
): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const isQuiet = request.is404 || route === '/healthz' || route === '/readyz';
    const level = isQuiet && reply.statusCode < 400 ? 'debug' : 'info';
    if (isEnabled(request.log, level)) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log[level](
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms,
          network: networkOf(addressOf(request)),
        },
        'Request',
      );
    }
    done();
  });
}

/**
 * No connection is taken, so that a proxy turns to the next node. Open ones stay until they were
 * used once more or the time is up: closing one loses the call that the proxy is just sending.
 */
export function drainOnClose(server: FastifyInstance): (ms: number) => void {
  let patienceMs = 0;
  let isClosing = false;
  server.addHook('preClose', async () => {
    if (patienceMs > 0)
      await Promise.race([once(server.server, 'close'), delay(patienceMs, null, { ref: false })]);
    isClosing = true;
  });
  // The head of an answer that began before the stop promised to keep the connection, and nothing
  // else would close it now.
  server.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end();
  });
  return (ms) => {
    patienceMs = ms;
    // The HTTP server's own close would end the idle connections with it.
    if (ms > 0) TcpServer.prototype.close.call(server.server);
  };
}
