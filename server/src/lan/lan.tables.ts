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
  desktop_id: string | null;
  /** JSON: everything about it, but for the desktop. */
  presence: string;
  seen_at: number;
}

export interface LanGuestTable {
  host_id: string;
  guest_id: string;
  presence: string;
  standing: string;
  link_id: string;
}
