import type { Generated } from 'kysely';

/**
 * Columns are text and integers only (ids text, booleans 0/1, times in ms since 1970, JSON as
 * text), so that a row is equal on both engines.
 */
export interface Schema {
  users: UserTable;
  registrations: RegistrationTable;
  sessions: SessionTable;
  access_tokens: AccessTokenTable;
  refresh_tokens: RefreshTokenTable;
  password_resets: PasswordResetTable;
  api_tokens: ApiTokenTable;
  device_requests: DeviceRequestTable;
  mails: MailTable;
  idempotency: IdempotencyTable;
  clips: ClipTable;
  captures: CaptureTable;
  capture_parts: CapturePartTable;
  clip_versions: VersionTable;
  content_versions: VersionTable;
  links: LinkTable;
  link_grants: LinkGrantTable;
  link_openings: LinkOpeningTable;
  link_tries: LinkTryTable;
  link_sendings: LinkSendingTable;
  clip_counts: ClipCountTable;
  tags: TagTable;
  clip_tags: ClipTagTable;
  bulk_changes: BulkChangeTable;
  search_texts: SearchTextTable;
  files: FileTable;
  blobs: BlobTable;
  rooms: RoomTable;
  room_members: RoomMemberTable;
  former_members: RoomMemberTable;
  room_content: RoomContentTable;
  room_activity: RoomActivityTable;
  desktops: DesktopTable;
  desktop_items: DesktopItemTable;
  lan_peers: LanPeerTable;
  lan_guests: LanGuestTable;
  billing_accounts: BillingAccountTable;
  subscriptions: SubscriptionTable;
  stripe_events: StripeEventTable;
  stripe_readings: StripeReadingTable;
  imports: ImportTable;
  spent_trials: SpentTrialTable;
}

/** Only confirmed people: an address that was never confirmed exists in `registrations` alone. */
export interface UserTable {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
  disabled_at: number | null;
  trial_ends_at: number | null;
  /**
   * Written by billing: the paid plan in force, and until when; without an end until Stripe says
   * otherwise.
   */
  paid_plan: 'basic' | 'pro' | 'advanced' | null;
  paid_until: number | null;
  /** When this person was last told that somebody signed up with their address. */
  address_notice_at: number | null;
  /** Whether new clips can be read by anyone with their address. */
  new_clips_open: Generated<number>;
}

/**
 * One sign-up waiting for its link; name and password become the user's when that very link is
 * opened.
 */
export interface RegistrationTable {
  id: string;
  /** Of its link, once the mail left. */
  token_hash: string | null;
  /** Whether a link was to be mailed: of many sign-ups with one address, only of the first. */
  is_mailed: number;
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
  expires_at: number;
  confirmed_at: number | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  user_agent: string;
  created_at: number;
  last_used_at: number;
  /** Moves with each refresh, never past `ends_at`. */
  idle_ends_at: number;
  ends_at: number;
}

export interface AccessTokenTable {
  token_hash: string;
  session_id: string;
  expires_at: number;
  first_used_at: number | null;
}

export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: number;
  rotated_at: number | null;
  /** Hashes of what this token was traded for. */
  next_refresh_hash: string | null;
  next_access_hash: string | null;
  /** Keyed: browser family and network of who traded it. Null before that, and of old ones. */
  traded_at_place: string | null;
}

export interface PasswordResetTable {
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
}

/** What programs call with in the place of their person. */
export interface ApiTokenTable {
  id: string;
  token_hash: string;
  user_id: string;
  name: string;
  /** Words, as in OAuth. */
  scopes: string;
  /** Its first characters, by which people know it again. */
  start: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
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

/**
 * Mails not yet handed over; a row goes when its mail has left. It says what the mail is about: the
 * text, with the secret of its link, is made when it leaves.
 */
export interface MailTable {
  id: string;
  kind: string;
  recipient: string;
  /** Whose account it is about: it goes with that. */
  user_id: string | null;
  /** Id of the sign-up or room it is about. */
  about: string | null;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: number;
}

export interface IdempotencyTable {
  key: string;
  /** Null for an answer to somebody signed out. */
  user_id: string | null;
  fingerprint: string;
  status: number;
  reply: string;
  created_at: number;
}

export interface ClipTable {
  id: string;
  user_id: string;
  is_favorite: number;
  file_count: number;
  /** Null while the clip is an empty draft. */
  saved_at: number | null;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  created_at: number;
  updated_at: number;
  /**
   * Grows with every change of text or files; `content_version` is its value at the last change of
   * the text.
   */
  version: number;
  content_version: number;
  /** What its owner saved it under, if anything. */
  capture_id: string | null;
  /** So many of the files that were announced are still to come: until then it is its owner's alone. */
  awaited_files: number;
  /** Whether anyone with its address reads it. */
  address_open: number;
  /**
   * Set by the last view of a link that deletes it: until then its owner and that viewer have it.
   */
  burns_at: number | null;
  /** JSON: how it came to its owner; null where they saved it themselves. */
  via: string | null;
  /** Last, because SQLite reads through a long text to reach what stands behind it. */
  content: string;
}

/** A text of a clip or of an item of a room: one that was replaced, or who wrote the present one. */
export interface VersionTable {
  thing_id: string;
  /** The thing's, when it had this text; of the present text the highest. */
  version: number;
  saved_at: number;
  /**
   * When the burst of saves began that the text belongs to; null of one that began none, as a text
   * that something was created with.
   */
  burst_at: number | null;
  by_kind: 'you' | 'link' | 'program';
  /** Of the link or token; '' of the owner or author. */
  by_id: string;
  by_label: string | null;
  /** When another text took its place; null of the present one. */
  ended_at: number | null;
  /** When it is next decided whether it is kept any longer. */
  look_at: number | null;
  /** The owner's last text before somebody else changed it. */
  is_last_own: number;
  /** Code points. */
  chars: number;
  /** What the packed text takes. */
  bytes: number;
  /** JSON: names of the files at the end. */
  files: string;
  /** Deflated, in base64; '' of the present text. */
  packed: string;
}

/** What a client gave a clip as its key: sent again it is the same clip. Outlives the clip. */
export interface CaptureTable {
  user_id: string;
  capture_id: string;
  /** Of the text that was sent first, keyed. */
  fingerprint: string;
  /** So many were announced. */
  files: number;
  /** Null once the clip is gone for good. */
  clip_id: string | null;
  created_at: number;
  /** Set after the clip is gone. */
  forget_at: number | null;
}

/** A file that was announced and came. */
export interface CapturePartTable {
  clip_id: string;
  part: number;
  /** It may have been deleted since. */
  file_id: string;
}

/** A way for others to a clip, or into an inbox. */
export interface LinkTable {
  id: string;
  user_id: string;
  kind: 'clip' | 'inbox';
  /** Null for an inbox, and once the clip is gone for good. */
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
  /** When those who have it open are to be told that it ended; null when they were. */
  closes_at: number | null;
  /** Passwords that were tried from everywhere and not found right, until a moment. */
  tries: number;
  tries_end_at: number | null;
  locked_until: number | null;
}

/** What opening a link gave somebody: good while the link lives and has this epoch. */
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

/** Passwords that one network tried at a link. */
export interface LinkTryTable {
  link_id: string;
  /** Keyed: the network. */
  sender: string;
  tries: number;
  ends_at: number;
}

/** What came through an inbox: sent again it is the same. Outlives the clip. */
export interface LinkSendingTable {
  link_id: string;
  capture_id: string;
  grant_hash: string;
  /** Of the text, keyed. */
  fingerprint: string;
  files: number;
  clip_id: string;
  created_at: number;
}

/** How many clips of a person lists show. What is not kept here is counted by an index. */
export interface ClipCountTable {
  user_id: string;
  clips: number;
  with_files: number;
  favorites: number;
  favorites_with_files: number;
  /** When the latest was created: the next one is later, whatever the clock does. */
  last_at: number;
}

/** A word by which somebody sorts their clips. */
export interface TagTable {
  id: string;
  user_id: string;
  name: string;
  /** The name without case: no two tags of a person share it. */
  name_key: string;
  color: string;
}

export interface ClipTagTable {
  clip_id: string;
  tag_id: string;
}

/** What was done to many clips at once; the row goes when that is undone, or can no longer be. */
export interface BulkChangeTable {
  id: string;
  user_id: string;
  action: string;
  tag_id: string | null;
  /** Also when clips that it deleted were deleted. */
  created_at: number;
  /** JSON: those that it changed. */
  clip_ids: string;
}

/**
 * What the search looks into: one row for each clip and each item of a room that lists show,
 * folded. On SQLite the rows lie in the order of the key, those of one holder together.
 */
export interface SearchTextTable {
  /** A person for clips, a room for what is in it. */
  holder_id: string;
  created_at: number;
  thing_id: string;
  names: string;
  text: string;
}

/** A file as something holds it; its bytes are the blob's. */
export interface FileTable {
  id: string;
  blob_id: string;
  /** What holds the file, such as 'clip', and which one. */
  holder_kind: string;
  holder_id: string;
  name: string;
  size: number;
  media_type: string;
  created_at: number;
}

/** Content, stored once per SHA-256. */
export interface BlobTable {
  /** Key in the object storage, never used twice. */
  id: string;
  sha256: string;
  size: number;
  created_at: number;
}

export interface RoomTable {
  id: string;
  owner_id: string;
  name: string;
  is_private: number;
  /** Whoever holds it may join while the room is public. */
  share_token: string;
  /** Open invitations included. */
  member_count: number;
  /** Items that are not deleted. */
  content_count: number;
  created_at: number;
  /**
   * Grows with every change, so that no two changes of a room share a moment, whatever the clock
   * does.
   */
  updated_at: number;
  /** Set when deleted; its members are then among `former_members`. */
  deleted_at: number | null;
  /**
   * Set when it can no longer be brought back: what the room held goes soon after, the row and its
   * log later.
   */
  purged_at: number | null;
}

/** A member, or an invitation while `user_id` is null. */
export interface RoomMemberTable {
  room_id: string;
  /** The user's id; of an invitation one that its address always gets. */
  member_id: string;
  user_id: string | null;
  email: string;
  role: 'owner' | 'member';
  /** A moment of the room: members are listed in this order, so the owner comes first. */
  joined_at: number;
  /**
   * When the person first looked into the room; until then nothing about their account is shown.
   */
  opened_at: number | null;
}

/**
 * A text, or a file: then the files table has it under the holder kind 'room' and the id of this
 * row.
 */
export interface RoomContentTable {
  id: string;
  room_id: string;
  user_id: string;
  /** The user's, kept here so that the store can sort by it. */
  author_email: string;
  type: 'text' | 'file';
  version: number;
  created_at: number;
  updated_at: number;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  /** Who deleted it. */
  deleted_by: string | null;
  content: string;
}

export interface RoomActivityTable {
  id: string;
  room_id: string;
  type: string;
  /** JSON. */
  details: string;
  user_id: string;
  created_at: number;
}

/** Belongs to a user or, signed out, to a browser. */
export interface DesktopTable {
  id: string;
  user_id: string | null;
  /** Of the token in the browser's cookie; null once it is a user's. */
  browser_hash: string | null;
  /** Of the network that began it signed out, keyed; null where it was begun signed in. */
  network_hash: string | null;
  /** What its realtime channel is joined by. */
  network_id: string;
  /** Whoever holds it may read, add and delete. */
  share_token: string;
  /** Its link was shown to its owner, or used: it may be anywhere. */
  is_shared: number;
  /** These count what is not deleted. */
  item_count: number;
  byte_count: number;
  text_byte_count: number;
  /** Grows with every change of an item. */
  version: number;
  created_at: number;
  /** When an item changed last. */
  updated_at: number;
  /** When its owner was last here, to the hour. */
  used_at: number;
}

/**
 * A text, or a file: then the files table has it under the holder kind 'desktop' and the id of this
 * row.
 */
export interface DesktopItemTable {
  id: string;
  desktop_id: string;
  type: 'text' | 'file';
  /** JSON: x and y, which may be fractions. */
  position: string;
  /** JSON: width and height. */
  size: string;
  /** Of the text or the file. */
  bytes: number;
  version: number;
  /** The desktop's version when it was added: items are listed in this order. */
  place: number;
  created_at: number;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  content: string;
}

/** Somebody whom Stripe knows as a customer. */
export interface BillingAccountTable {
  user_id: string;
  customer_id: string;
  /** Grows with each purchase that is begun anew; a repeat of the same within minutes keeps it. */
  checkout_number: number;
  /** What the latest purchase was asked for, hashed; and when. */
  checkout_for: string | null;
  checkout_at: number | null;
  /** The latest payment page. */
  checkout_id: string | null;
  /** When Stripe is to be asked again although it sent nothing. */
  due_at: number | null;
}

/** What Stripe said when it was last asked. */
export interface SubscriptionTable {
  id: string;
  user_id: string;
  /** In Stripe's words. */
  status: string;
  plan: 'basic' | 'pro' | 'advanced' | null;
  billing_interval: 'monthly' | 'yearly' | null;
  started_at: number;
  trial_ends_at: number | null;
  period_ends_at: number | null;
  /** Set when it was canceled for a later moment. */
  ends_at: number | null;
  /**
   * Number of the reading that this is from: an answer to an earlier question never replaces it.
   */
  reading: number;
  read_at: number;
}

/** Events of Stripe that had their effect. */
export interface StripeEventTable {
  id: string;
  received_at: number;
}

/** One row: how often Stripe was asked. */
export interface StripeReadingTable {
  id: number;
  latest: number;
}

/**
 * Who takes part in the local network, where several nodes share it. Rows of a node that died grow
 * old.
 */
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

/** How somebody stands to a host; goes with the host. */
export interface LanGuestTable {
  host_id: string;
  guest_id: string;
  /** JSON, as it was when it asked. */
  presence: string;
  standing: string;
  /** What links to files rest on while the guest is let in. */
  link_id: string;
}

/** What somebody took over from an export, so that a repeat adds nothing twice. */
export interface ImportTable {
  user_id: string;
  kind: 'clip' | 'room' | 'room-item' | 'desktop-item';
  /** What the export calls it. */
  origin_id: string;
  /** What it is here; it may have been deleted since. */
  thing_id: string;
}

/** The trial of an account that was deleted, where plans are sold; see decision 9. */
export interface SpentTrialTable {
  /** Keyed with the secret of the installation: nobody reads an address from it. */
  address_hash: string;
  trial_ends_at: number;
  /** The trial that comes with a first subscription was begun too. */
  had_subscription: number;
  /** When this is forgotten as well. */
  forget_at: number;
}
