import type { Generated } from 'kysely';

export type { Generated };

/**
 * Each module adds its tables in its `x.tables.ts`. Columns are text and integers only (booleans
 * 0/1, times in ms since 1970, JSON as text), so that a row is equal on both engines.
 */
export interface Schema {
  mails: MailTable;
  once: OnceTable;
  channel_endings: ChannelEndingTable;
}

/** Says what a mail is about: the text, with the secret of its link, is made when it leaves. */
export interface MailTable {
  id: string;
  kind: string;
  recipient: string;
  user_id: string | null;
  about: string | null;
  language: Generated<string | null>;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: number;
}

export interface ChannelEndingTable {
  id: string;
  endings: string;
  created_at: number;
}

/** Work that is done once under its key, and what is kept of it for who asks again. */
export interface OnceTable {
  key: string;
  user_id: string | null;
  fingerprint: string;
  /** The clip that came of it, if one is to be known by the key; null once it is gone for good. */
  clip_id: string | null;
  reply: string;
  forget_at: number | null;
}
