import type { Publication } from './membership.ts';

/** What one node tells all nodes, itself included. Plain JSON. */
export type NodeMessage =
  | ({ readonly kind: 'publish' } & Publication)
  | { readonly kind: 'expel'; readonly channel: string; readonly userId: string }
  | { readonly kind: 'expel-others'; readonly channel: string; readonly userIds: readonly string[] }
  | {
      readonly kind: 'presence';
      readonly node: string;
      readonly channel: string;
      readonly userIds: readonly string[];
    }
  | { readonly kind: 'disconnect'; readonly sessionId: string };

/** Carries messages to every node. Each node then serves its own sockets. */
export interface Cluster {
  send(message: NodeMessage): void;
  onMessage(receive: (message: NodeMessage) => void): void;
  /** Hears when messages of other nodes were lost for good: what sockets were told may be old. */
  onGap?(act: () => void): void;
  /**
   * Hears when nodes found each other, for the first time or again: they do not know who is here.
   */
  onResume?(act: () => void): void;
}

/** A cluster of one. */
export function singleNode(): Cluster {
  const receivers: ((message: NodeMessage) => void)[] = [];
  return {
    send: (message) => receivers.forEach((receive) => receive(message)),
    onMessage: (receive) => void receivers.push(receive),
  };
}
