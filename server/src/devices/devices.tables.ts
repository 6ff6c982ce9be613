import type { Generated } from '../core/db/schema.ts';

declare module '../core/db/schema.ts' {
  interface Schema {
    sent_clips: SentClipTable;
    push_subscriptions: PushSubscriptionTable;
    push_messages: PushMessageTable;
  }
}

/** To a session or to an API token, with which it ends. */
export interface SentClipTable {
  id: string;
  session_id: string | null;
  token_id: string | null;
  from_id: string;
  from_name: string;
  /** Null once the clip is gone for good. */
  clip_id: string | null;
  created_at: number;
  seen_at: number | null;
}

export interface PushSubscriptionTable {
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What is to be told to a device, or was told just now; one for each tag, which a newer replaces. */
export interface PushMessageTable {
  session_id: string;
  tag: string;
  /** JSON; null once it was told. */
  about: string | null;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: number;
}
