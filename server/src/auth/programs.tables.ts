declare module '../core/db/schema.ts' {
  interface Schema {
    device_requests: DeviceRequestTable;
  }
}

/** A program that asked to be signed in and waits. */
export interface DeviceRequestTable {
  device_hash: string;
  user_code: string;
  name: string;
  scopes: string;
  /** Keyed: the network it asked from. */
  network: string;
  created_at: number;
  expires_at: number;
  /** When it last asked whether it was let in. */
  polled_at: number | null;
  /** Who let it in or refused it; null while it waits. */
  user_id: string | null;
  is_allowed: number;
}
