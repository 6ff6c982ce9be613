import type { LocalNetwork } from './networks.ts';

/** A visitor who takes part, by one connection. */
export interface LanPresence {
  readonly peerId: string;
  /** Of the connection: a later one may have the same peer id. */
  readonly sessionId: string;
  readonly network: LocalNetwork;
  /** The person or browser behind it; null for a browser without a desktop. */
  readonly owner: string | null;
  readonly name: string;
  readonly ip: string;
  readonly port: number;
  /** Null until it shows a desktop. */
  readonly desktopId: string | null;
  /** Of a guest that applies news of items; others get the whole board each time. */
  readonly itemNews?: boolean;
}
export type Host = LanPresence & { readonly desktopId: string };

/**
 * How a guest stands to a host, for as long as the host shares. 'left' was let in before and may
 * come back; 'dropped' must ask, on a private network too; 'joining' has been let in and waits for
 * the first items.
 */
export type Standing = 'new' | 'waiting' | 'joining' | 'connected' | 'left' | 'dropped' | 'refused';

/** A visitor who asked to see the desktop of a host. */
export interface Guest {
  readonly hostId: string;
  readonly presence: LanPresence;
  readonly standing: Standing;
  /** What links to files rest on while the guest is let in. */
  readonly linkId: string;
}
