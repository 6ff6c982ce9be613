import type { Standing } from './lan.access.ts';
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
}
export type Host = LanPresence & { readonly desktopId: string };

/** A visitor who asked to see the desktop of a host. */
export interface Guest {
  readonly hostId: string;
  readonly presence: LanPresence;
  readonly standing: Standing;
  /** What links to files rest on while the guest is let in. */
  readonly linkId: string;
}

/**
 * Who takes part on which network, and who sees whose desktop. Of all nodes;
 * each operation happens wholly or not at all.
 */
export interface LanState {
  /** False when the peer id is taken. */
  claim(presence: LanPresence): Promise<boolean>;
  /**
   * Forgets a peer and everything between it and others, but for a day whom it turned away as a
   * host: they stay so when it comes back, and when its desktop is shown there again.
   */
  release(peerId: string, sessionId: string): Promise<void>;
  change(
    peerId: string,
    change: Partial<Pick<LanPresence, 'name' | 'desktopId'>>,
  ): Promise<LanPresence | undefined>;
  find(peerId: string): Promise<LanPresence | undefined>;
  hostsOn(networkKey: string): Promise<Host[]>;
  hostsOf(desktopId: string): Promise<Host[]>;
  /** A visitor who ever asked this host. */
  guestsOf(hostId: string): Promise<Guest[]>;
  /** What this peer ever asked of hosts that still share. */
  visitsOf(peerId: string): Promise<Guest[]>;
  /** Sets how a guest stands to a host, if it stands in one of these ways now; false otherwise. */
  setStanding(
    hostId: string,
    presence: LanPresence,
    from: readonly Standing[],
    to: Standing,
  ): Promise<boolean>;
}
