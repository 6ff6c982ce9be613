import type { RedisLink } from '../redis.ts';
import type { Sockets } from './channels.ts';

export async function nodesBy(redis: RedisLink) {
  // Only here: a single node never loads it.
  const { createShardedAdapter } = await import('@socket.io/redis-adapter');
  const adapter = createShardedAdapter(redis.commands, redis.listener, {
    channelPrefix: `${redis.prefix}news`,
    // A channel of Redis for each of ours would begin to listen after a socket joined it.
    subscriptionMode: 'static',
  });
  return { redis, adapter };
}
export type Nodes = Awaited<ReturnType<typeof nodesBy>>;

const READ_AGAIN = 'read again';
const RENEWAL_MS = 2000;

/**
 * Redis keeps no news. When it was away, clients that may have missed some are made to read again:
 * clients take it for a broken line, come back, and ask for the present state.
 */
export function catchUp(io: Sockets, { redis }: Nodes, saidAt: () => number): void {
  function renew(): void {
    for (const socket of io.sockets.sockets.values())
      setTimeout(() => socket.conn.close(), Math.random() * RENEWAL_MS).unref();
  }
  io.on(READ_AGAIN, renew);
  redis.onReturn((lostSince) => {
    renew();
    if (saidAt() >= lostSince) io.serverSideEmit(READ_AGAIN);
  });
}
