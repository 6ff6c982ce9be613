import { createServer } from 'node:http';
import type { CurrentUser } from '../src/core/http/current-user.ts';
import { createSessionCalls } from '../src/core/http/guard.ts';
import { createRateLimits } from '../src/core/http/limits.ts';
import { createRealtime, type RealtimeCore } from '../src/core/live/server.ts';
import { listen } from './listen.ts';

export const person = (id: string): CurrentUser => ({
  id,
  name: id,
  email: `${id}@example.com`,
  createdAt: 0,
  plan: 'advanced',
  trialEndsAt: null,
  program: null,
  isAdmin: false,
  isRestricted: false,
  sessionId: `session-of-${id}`,
});

/** Sockets alone, without a store and without modules: a test serves events of its own. */
export async function openRealtime(
  change: Partial<RealtimeCore> & { readonly rateLimits?: 'on' | 'off' } = {},
) {
  const httpServer = createServer((_request, response) => response.writeHead(404).end());
  const defects: unknown[] = [];
  const refused: unknown[] = [];
  const core = {
    config: {
      PUBLIC_URL: 'https://clips.example.com',
      CORS_ORIGINS: ['https://other.example.com'],
      RATE_LIMITS: change.rateLimits ?? 'off',
    },
    server: {
      server: httpServer,
      originRefused: (origin: unknown) => void refused.push(origin),
      log: { error: (entry: unknown) => void defects.push(entry) },
    },
    limits: createRateLimits('off'),
    limitCalls: async () => {},
    addressOf: () => '127.0.0.1',
    identify: async (token: string) => person(token),
    sessionCalls: createSessionCalls(),
    handlers: new Map(),
    greeters: [],
    tell: async () => {},
    build: () => 'one',
    checkReplies: false,
    ...change,
  } as unknown as RealtimeCore;
  const realtime = createRealtime(core, 100);
  const port = await listen(httpServer);
  return {
    ...core,
    ...realtime,
    port,
    url: `http://127.0.0.1:${port}`,
    defects,
    refused,
    stop() {
      realtime.close();
      httpServer.closeAllConnections();
      httpServer.close();
    },
  };
}
export type TestRealtime = Awaited<ReturnType<typeof openRealtime>>;
