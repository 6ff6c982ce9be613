import type { RedisLink } from '../redis/redis.ts';
import type { Sockets } from './sockets.ts';

export interface PresenceChange {
  readonly came: readonly string[];
  readonly went: readonly string[];
}
type Watcher = (channel: string, change: PresenceChange) => void;

/** Who has a socket in a channel, on any node. */
export interface Presence {
  /**
   * Ids of the users, each once. While Redis is away only those of this node.
   */
  of(channel: string): Promise<string[]>;
  /**
   * Hears of who came to and went from each channel with this prefix. One node hears of it, which
   * is to tell the others.
   */
  watch(prefix: string, onChange: Watcher): void;
}

/** A node repeats who it has, as a sign of life. */
const REPEAT_MS = 15_000;
/** After this long without a sign a node has died, and everybody with it. */
const STALE_MS = 40_000;

const userOf = (member: string) => member.slice(member.indexOf(' ') + 1);

/**
 * Each node knows its own sockets; with Redis a sorted set for each channel has the people of all,
 * by node, with the time of the last sign of life.
 */
export function createPresence(io: Sockets, redis: RedisLink | undefined, node: string): Presence {
  const watchers = new Map<string, Watcher>();
  /** Whom the others were told of, by channel. */
  const told = new Map<string, ReadonlySet<string>>();
  const changed = new Set<string>();
  const { adapter } = io.of('/');

  const watcherOf = (channel: string) =>
    [...watchers].find(([prefix]) => channel.startsWith(prefix))?.[1];
  const here = (channel: string): Set<string> => {
    const sockets = [...(adapter.rooms.get(channel) ?? [])].map((id) => io.sockets.sockets.get(id));
    return new Set(sockets.flatMap((socket) => socket?.data.user?.id ?? []));
  };

  const keyOf = (channel: string) => `${redis?.prefix}here:${channel}`;
  const memberOf = (userId: string) => `${node} ${userId}`;
  const isElsewhere = (member: string) => !member.startsWith(`${node} `);

  /** Writes who is here, and returns who is elsewhere. No one, while Redis is away. */
  async function exchange(channel: string, { came, went }: PresenceChange): Promise<Set<string>> {
    if (!redis) return new Set();
    const [key, now] = [keyOf(channel), Date.now()];
    const commands = redis.commands.multi();
    if (went.length > 0) commands.zrem(key, ...went.map(memberOf));
    if (came.length > 0) commands.zadd(key, ...came.flatMap((id) => [now, memberOf(id)]));
    commands.pexpire(key, STALE_MS).zrange(key, now - STALE_MS, '+inf', 'BYSCORE');
    try {
      const members = (await commands.exec())?.at(-1)?.[1] as string[];
      return new Set(members.filter(isElsewhere).map(userOf));
    } catch {
      return new Set();
    }
  }

  async function tellChange(channel: string): Promise<void> {
    const [before, now] = [told.get(channel) ?? new Set<string>(), here(channel)];
    if (now.size > 0) told.set(channel, now);
    else told.delete(channel);
    const change = { came: [...now.difference(before)], went: [...before.difference(now)] };
    if (change.came.length + change.went.length === 0) return;
    const elsewhere = await exchange(channel, change);
    tell(channel, {
      came: change.came.filter((id) => !elsewhere.has(id)),
      went: change.went.filter((id) => !elsewhere.has(id)),
    });
  }
  function tell(channel: string, change: PresenceChange): void {
    if (change.came.length + change.went.length > 0) watcherOf(channel)?.(channel, change);
  }

  /**
   * Many sockets may come and go at once, as when a connection breaks: their changes are told
   * together.
   */
  function noteChange(channel: string): void {
    if (!watcherOf(channel)) return;
    if (changed.size === 0) {
      setImmediate(() => {
        const channels = [...changed];
        changed.clear();
        for (const each of channels) void tellChange(each);
      });
    }
    changed.add(channel);
  }
  adapter.on('join-room', noteChange);
  adapter.on('leave-room', noteChange);

  /** Says that its people are still here, and tells of those whose node has died. */
  async function repeat(channel: string, people: ReadonlySet<string>): Promise<void> {
    if (!redis) return;
    const stale = Date.now() - STALE_MS;
    const elsewhere = await exchange(channel, { came: [...people], went: [] });
    const dead = await redis.commands.zrange(keyOf(channel), '-inf', String(stale), 'BYSCORE');
    const went: string[] = [];
    for (const member of dead) {
      // Of several nodes that see it one removes it.
      const isMine = (await redis.commands.zrem(keyOf(channel), member)) === 1;
      const userId = userOf(member);
      if (isMine && !elsewhere.has(userId) && !here(channel).has(userId)) went.push(userId);
    }
    tell(channel, { came: [], went });
  }
  if (redis)
    setInterval(() => {
      for (const [channel, people] of told) void repeat(channel, people).catch(() => {});
    }, REPEAT_MS).unref();

  return {
    of: async (channel) => [
      ...here(channel).union(await exchange(channel, { came: [], went: [] })),
    ],
    watch: (prefix, onChange) => void watchers.set(prefix, onChange),
  };
}
