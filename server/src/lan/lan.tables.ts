declare module '../core/db/schema.ts' {
  interface Schema {
    lan_peers: LanPeerTable;
    lan_guests: LanGuestTable;
  }
}

/** Who takes part in the local network, through which node; rows of one that died grow old. */
export interface LanPeerTable {
  peer_id: string;
  session_id: string;
  network_key: string;
  /** Null until it shows a desktop. */
  desktop_id: string | null;
  /** JSON: everything about it, but for the desktop. */
  presence: string;
  seen_at: number;
}

/** How a visitor stands to a host; goes with the host. */
export interface LanGuestTable {
  host_id: string;
  guest_id: string;
  /** JSON, as it was when it asked. */
  presence: string;
  standing: string;
  /** What links to files rest on while the guest is let in. */
  link_id: string;
}
