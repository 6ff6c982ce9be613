import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { clientAddress } from './client-address.ts';
import { failureBody, failureOf } from './failures.ts';

/** Slow senders of headers and bodies are cut off, or a few hundred of them would keep everybody else out. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 72_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function parseJson(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      // Bad UTF-8 would otherwise be saved as replacement characters.
      void parse(request, utf8.decode(body), done);
    } catch {
      done(new ProductError('INVALID_REQUEST'));
    }
  });
}

/** The path without its query: a file link carries its signature there, which belongs in no log. */
const loggedRequest = (request: IncomingMessage & { id?: string }) => ({ method: request.method, path: request.url?.split('?', 1)[0] });

/** A Fastify without product knowledge: JSON in and out, failures by the catalogue, time limits. */
export function createHttpServer(config: Config): FastifyInstance {
  const pretty = process.stdout.isTTY && config.NODE_ENV !== 'test';
  const server = fastify({
    logger: {
      level: config.LOG_LEVEL,
      serializers: { req: loggedRequest as never, err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }) as never },
      ...(pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } } : {}),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(8).toString('hex'),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2000 },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return socket.destroy();
      const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
      const body = JSON.stringify({ error: 'Invalid request', code: 'INVALID_REQUEST' });
      socket.end(
        `HTTP/1.1 ${tooLarge ? '431 Request Header Fields Too Large' : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });
  parseJson(server);
  server.decorateRequest('call');
  server.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (!failure) request.log.error({ err: error, ...loggedRequest(request.raw) }, 'Request failed');
    const retryAfter = failure?.retryAfter;
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply
      .code(failure?.status ?? 500)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(failureBody(failure)));
  });
  return server;
}

/** Where a call or socket comes from, by the one rule for both. */
export const addressBy = (config: Config) => (request: IncomingMessage) => clientAddress(request, config.TRUST_PROXY);
