import { randomUUID } from 'node:crypto';
import type { Cluster } from './cluster.ts';
import type { Sockets } from './sockets.ts';

/** Who has a socket in a channel, on any node. */
export interface Presence {
  /**
   * Ids of the users, each once. Somebody who is about to be refused may be among them for a
   * moment.
   */
  of(channel: string): string[];
  /** Hears of each channel with this prefix in which that changed. */
  watch(prefix: string, onChange: (channel: string) => void): void;
}

interface Announced {
  readonly userIds: readonly string[];
  /** By `performance.now()`: a wall clock that is set would make nodes die or stay. */
  readonly at: number;
}

/** A node says again who it has, for nodes that came later and as a sign of life. */
const REPEAT_MS = 15_000;
/** After this long without a sign a node has died, and everybody with it. */
const STALE_MS = 40_000;

export function createPresence(io: Sockets, cluster: Cluster): Presence {
  const node = randomUUID();
  const watchers = new Map<string, (channel: string) => void>();
  const elsewhere = new Map<string, Map<string, Announced>>();
  const changedHere = new Set<string>();
  const adapter = io.of('/').adapter;

  const watcherOf = (channel: string) =>
    [...watchers].find(([prefix]) => channel.startsWith(prefix))?.[1];
  const here = (channel: string): string[] => {
    const sockets = [...(adapter.rooms.get(channel) ?? [])].map((id) => io.sockets.sockets.get(id));
    return [...new Set(sockets.flatMap((socket) => socket?.data.user?.id ?? []))];
  };
  const announce = (channel: string) =>
    cluster.send({ kind: 'presence', node, channel, userIds: here(channel) });

  /**
   * Many sockets may come and go at once, as when a connection breaks: their changes are told
   * together.
   */
  function noteChange(channel: string): void {
    if (!watcherOf(channel)) return;
    if (changedHere.size === 0) {
      setImmediate(() => {
        const channels = [...changedHere];
        changedHere.clear();
        for (const each of channels) {
          announce(each);
          watcherOf(each)?.(each);
        }
      });
    }
    changedHere.add(channel);
  }
  adapter.on('join-room', noteChange);
  adapter.on('leave-room', noteChange);

  cluster.onMessage((message) => {
    if (message.kind !== 'presence' || message.node === node) return;
    const nodes = elsewhere.get(message.channel) ?? new Map<string, Announced>();
    const before = nodes.get(message.node)?.userIds ?? [];
    if (message.userIds.length > 0)
      nodes.set(message.node, { userIds: message.userIds, at: performance.now() });
    else nodes.delete(message.node);
    if (nodes.size > 0) elsewhere.set(message.channel, nodes);
    else elsewhere.delete(message.channel);
    if (
      before.length !== message.userIds.length ||
      message.userIds.some((id) => !before.includes(id))
    )
      watcherOf(message.channel)?.(message.channel);
  });

  function forgetDeadNodes(): void {
    const oldest = performance.now() - STALE_MS;
    for (const [channel, nodes] of elsewhere) {
      const dead = [...nodes].filter(([, { at }]) => at < oldest);
      for (const [id] of dead) nodes.delete(id);
      if (nodes.size === 0) elsewhere.delete(channel);
      if (dead.length > 0) watcherOf(channel)?.(channel);
    }
  }
  const announceAll = () => {
    for (const channel of adapter.rooms.keys()) if (watcherOf(channel)) announce(channel);
  };
  cluster.onResume?.(announceAll);
  setInterval(() => {
    forgetDeadNodes();
    announceAll();
  }, REPEAT_MS).unref();

  return {
    of: (channel) => [
      ...new Set([
        ...here(channel),
        ...[...(elsewhere.get(channel)?.values() ?? [])].flatMap(({ userIds }) => userIds),
      ]),
    ],
    watch: (prefix, onChange) => void watchers.set(prefix, onChange),
  };
}
