import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ProductError } from '@clipline/contract/errors.ts';
import { crossOriginReplyHeaders } from '@clipline/contract/headers.ts';
import { requestHeaders } from '@clipline/contract/schemas/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnHost, type OwnOrigins } from './origins.ts';
import { DAY_SECONDS } from '../time.ts';

const YEAR_SECONDS = 365 * DAY_SECONDS;
const PREFLIGHT_SECONDS = 600;

const CORS_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const nothingOnPages = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
];
const PERMISSIONS = [
  ...nothingOnPages.map((feature) => `${feature}=()`),
  'clipboard-read=(self)',
  'clipboard-write=(self)',
].join(', ');

/** For everything that is no page: it may load and do nothing, wherever it is shown. */
const CSP_OF_DATA =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A service worker obeys the policy of its own script: it loads nothing but what is the app's. */
export const CSP_OF_WORKER = "default-src 'none'; script-src 'self'; connect-src 'self'";

export const cspHash = (inline: string): string =>
  `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;

export interface Inline {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Safari before 15.4 does not take 'self' for websockets, so that they are named by host. */
function socketSources(host: string | undefined, publicUrl: string): string[] {
  const hosts = new Set([
    new URL(publicUrl).host,
    ...(host !== undefined && isOwnHost(host, publicUrl) ? [host] : []),
  ]);
  return [...hosts].flatMap((each) => [`ws://${each}`, `wss://${each}`]);
}

/** Inline only what the build put there, by hash. */
export const cspOfPage = (inline: Inline, host: string | undefined, publicUrl: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...socketSources(host, publicUrl)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

function allowCors(request: FastifyRequest, reply: FastifyReply, own: OwnOrigins): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined || !own.CORS_ORIGINS.includes(origin)) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-credentials', 'true');
  reply.header('access-control-expose-headers', crossOriginReplyHeaders.join(', '));
  if (request.method !== 'OPTIONS') return;
  reply
    .header('access-control-allow-methods', CORS_METHODS)
    .header('access-control-allow-headers', requestHeaders.join(', '));
  reply.header('access-control-max-age', String(PREFLIGHT_SECONDS));
}

/** Of two, Node takes the first, and a proxy may have taken the other. */
export const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1;

export function secure(server: FastifyInstance, own: OwnOrigins): void {
  const always = {
    'content-security-policy': CSP_OF_DATA,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': PERMISSIONS,
    'x-frame-options': 'DENY',
    // Over plain http browsers ignore these, and say so on every page.
    ...(own.PUBLIC_URL.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}`,
      'cross-origin-opener-policy': 'same-origin',
    }),
    // Pages of other origins that may call the API also show its images.
    ...(own.CORS_ORIGINS.length === 0 && { 'cross-origin-resource-policy': 'same-origin' }),
  };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    if (hasTwoHosts(request.raw)) return done(new ProductError('INVALID_REQUEST'));
    if (!request.url.startsWith('/api/')) return done();
    reply.header('cache-control', 'no-store');
    allowCors(request, reply, own);
    const isPreflight =
      request.method === 'OPTIONS' &&
      request.headers['access-control-request-method'] !== undefined;
    if (isPreflight) reply.code(204).send();
    else done();
  });
}
