declare module '../core/db/schema.ts' {
  interface Schema {
    links: LinkTable;
    link_grants: LinkGrantTable;
    link_openings: LinkOpeningTable;
  }
}

export interface LinkTable {
  id: string;
  user_id: string;
  kind: 'clip' | 'inbox' | 'sealed';
  /** Null for an inbox and what is sealed, and once the clip is gone for good. */
  clip_id: string | null;
  /** Grows when the link is renewed: the token follows from it. */
  generation: number;
  /** Grows when all that was granted before is to end. */
  epoch: number;
  token_hash: string;
  access: 'read' | 'edit' | 'drop';
  label: string | null;
  expires_at: number | null;
  max_views: number | null;
  views: number;
  burn: number;
  password_hash: string | null;
  notify: number;
  /** When its owner was last told of an opening. */
  notified_at: number | null;
  created_at: number;
  last_opened_at: number | null;
  revoked_at: number | null;
  /**
   * When those who have it open are to be told that it ended, and its sealed bytes to be deleted;
   * null when that was done.
   */
  closes_at: number | null;
}

/** What opening a link gave a user: good while the link lives and has this epoch. */
export interface LinkGrantTable {
  grant_hash: string;
  link_id: string;
  epoch: number;
  ends_at: number;
}

export interface LinkOpeningTable {
  id: string;
  link_id: string;
  /** Of the views of its link. */
  number: number;
  /** To the minute. */
  at: number;
  browser: string;
}
