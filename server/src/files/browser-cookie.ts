import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieHeader, readCookie } from '../core/http/headers.ts';
import type { OwnOrigins } from '../core/http/origins.ts';
import { isKeyed, keyed } from '../core/ids.ts';
import { DAY_SECONDS } from '../core/time.ts';

const PURPOSE = 'browser of a session';
/** No session lives longer. */
const COOKIE_SECONDS = 90 * DAY_SECONDS;

/**
 * Tells in which browser a user is signed in, for links to files: those are opened without a
 * bearer token. On its own it opens nothing, and it ends with its session.
 */
export interface BrowserCookie {
  give(reply: FastifyReply, sessionId: string): void;
  take(reply: FastifyReply): void;
  sessionOf(request: FastifyRequest): string | undefined;
}

export function browserCookie(secret: string, { PUBLIC_URL }: OwnOrigins): BrowserCookie {
  const secure = PUBLIC_URL.startsWith('https:');
  const name = secure ? '__Host-clipline_files' : 'clipline_files';
  const set = (reply: FastifyReply, value: string, maxAgeSeconds: number) =>
    void reply.header('set-cookie', cookieHeader(name, value, { secure, maxAgeSeconds }));
  return {
    give: (reply, sessionId) =>
      set(reply, `${sessionId}.${keyed(secret, PURPOSE, sessionId)}`, COOKIE_SECONDS),
    take: (reply) => set(reply, '', 0),
    sessionOf({ headers }) {
      const [sessionId = '', key = ''] = readCookie(headers.cookie, name)?.split('.') ?? [];
      return isKeyed(key, secret, PURPOSE, sessionId) ? sessionId : undefined;
    },
  };
}
