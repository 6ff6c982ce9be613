import type { RedisLink } from '../redis.ts';
import { type Sockets, usersIn } from './channels.ts';

export interface PresenceChange {
  readonly came: readonly string[];
  readonly went: readonly string[];
}
type Watcher = (channel: string, change: PresenceChange) => void;

const REPEAT_MS = 15_000;
const STALE_MS = 40_000;

interface Node {
  readonly id: string;
  readonly io: Sockets;
  readonly redis: RedisLink | undefined;
  readonly watchers: Map<string, Watcher>;
  readonly told: Map<string, ReadonlySet<string>>;
  readonly changed: Set<string>;
}

const watcherOf = ({ watchers }: Node, channel: string): Watcher | undefined =>
  [...watchers].find(([prefix]) => channel.startsWith(prefix))?.[1];

const usersHere = ({ io }: Node, channel: string) => new Set(usersIn(io, channel));

const keyOf = (redis: RedisLink, channel: string) => `${redis.prefix}here:${channel}`;
const memberOf = ({ id }: Node, userId: string) => `${id} ${userId}`;
const userOf = (member: string) => member.slice(member.indexOf(' ') + 1);

async function exchange(
  node: Node,
  channel: string,
  { came, went }: PresenceChange,
): Promise<Set<string>> {
  const { redis } = node;
  if (!redis) return new Set();
  const [key, now] = [keyOf(redis, channel), Date.now()];
  const commands = redis.commands.multi();
  if (went.length > 0) commands.zrem(key, ...went.map((id) => memberOf(node, id)));
  if (came.length > 0) commands.zadd(key, ...came.flatMap((id) => [now, memberOf(node, id)]));
  commands.pexpire(key, STALE_MS).zrange(key, now - STALE_MS, '+inf', 'BYSCORE');
  try {
    const members = (await commands.exec())?.at(-1)?.[1] as string[];
    return new Set(members.filter((member) => !member.startsWith(`${node.id} `)).map(userOf));
  } catch {
    return new Set();
  }
}

function tell(node: Node, channel: string, change: PresenceChange): void {
  if (change.came.length + change.went.length > 0) watcherOf(node, channel)?.(channel, change);
}

async function tellChange(node: Node, channel: string): Promise<void> {
  const [before, now] = [node.told.get(channel) ?? new Set<string>(), usersHere(node, channel)];
  if (now.size > 0) node.told.set(channel, now);
  else node.told.delete(channel);
  const change = { came: [...now.difference(before)], went: [...before.difference(now)] };
  if (change.came.length + change.went.length === 0) return;
  const elsewhere = await exchange(node, channel, change);
  tell(node, channel, {
    came: change.came.filter((id) => !elsewhere.has(id)),
    went: change.went.filter((id) => !elsewhere.has(id)),
  });
}

function noteChange(node: Node, channel: string): void {
  const { changed } = node;
  if (!watcherOf(node, channel)) return;
  if (changed.size === 0) {
    setImmediate(() => {
      const channels = [...changed];
      changed.clear();
      for (const each of channels) void tellChange(node, each);
    });
  }
  changed.add(channel);
}

async function repeat(
  node: Node,
  redis: RedisLink,
  channel: string,
  people: ReadonlySet<string>,
): Promise<void> {
  const stale = Date.now() - STALE_MS;
  const elsewhere = await exchange(node, channel, { came: [...people], went: [] });
  const key = keyOf(redis, channel);
  const dead = await redis.commands.zrange(key, '-inf', String(stale), 'BYSCORE');
  const went: string[] = [];
  for (const member of dead) {
    // Of several nodes that see it one removes it.
    const isMine = (await redis.commands.zrem(key, member)) === 1;
    const userId = userOf(member);
    if (isMine && !elsewhere.has(userId) && !usersHere(node, channel).has(userId))
      went.push(userId);
  }
  tell(node, channel, { came: [], went });
}

export function createPresence(io: Sockets, redis: RedisLink | undefined, id: string) {
  const node: Node = {
    id,
    io,
    redis,
    watchers: new Map(),
    told: new Map(),
    changed: new Set(),
  };
  const { adapter } = io.of('/');
  adapter.on('join-room', (channel: string) => noteChange(node, channel));
  adapter.on('leave-room', (channel: string) => noteChange(node, channel));
  if (redis)
    setInterval(() => {
      for (const [channel, people] of node.told)
        void repeat(node, redis, channel, people).catch(() => {});
    }, REPEAT_MS).unref();

  return {
    of: async (channel: string): Promise<string[]> => [
      ...usersHere(node, channel).union(await exchange(node, channel, { came: [], went: [] })),
    ],
    /** One node hears of who came and went, and is to tell the others. */
    watch: (prefix: string, onChange: Watcher) => void node.watchers.set(prefix, onChange),
  };
}

export type Presence = ReturnType<typeof createPresence>;
