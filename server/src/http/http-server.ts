import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { clientAddress } from './client-address.ts';
import { failureBody, failureOf } from './failures.ts';
import { logRequests, routeOf } from './request-log.ts';
import { secure } from './security.ts';

/** Slow senders of headers and bodies are cut off, or a few hundred of them would keep everybody else out. */
const patience = {
  headersMs: 15_000,
  /** Headers and body; an upload of 10 MB gets through at 0.7 Mbit/s. */
  requestMs: 120_000,
  checkEveryMs: 2000,
};
/** How long senders may take. */
export type Patience = typeof patience;
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
  // The handler of an upload streams the body itself; see receive-file.
  server.addContentTypeParser('multipart/form-data', (request, _body, done) => {
    done(request.routeOptions.config.isUpload ? null : new ProductError('UNSUPPORTED_MEDIA_TYPE'));
  });
}

/** A Fastify without product knowledge: JSON in and out, failures by the catalogue, time limits. */
export function createHttpServer(config: Config, { headersMs, requestMs, checkEveryMs }: Patience = patience): FastifyInstance {
  const pretty = process.stdout.isTTY && config.NODE_ENV !== 'test';
  const server = fastify({
    logger: {
      level: config.LOG_LEVEL,
      serializers: { err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack ?? '' }) },
      ...(pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } } : {}),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(8).toString('hex'),
    requestTimeout: requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
    // A path that cannot be decoded is nobody's route, so that no error handler is asked.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const body = JSON.stringify(failureBody(new ProductError('INVALID_REQUEST')));
      void reply.code(400).header('x-content-type-options', 'nosniff').type('application/json; charset=utf-8').send(body);
    },
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
  secure(server, config);
  const addressOf = addressBy(config);
  logRequests(server, (request) => addressOf(request.raw));
  server.decorateRequest('call');
  server.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (!failure) request.log.error({ err: error, method: request.method, route: routeOf(request) }, 'Request failed');
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
