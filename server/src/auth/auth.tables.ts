import type { Generated } from '../core/db/schema.ts';

declare module '../core/db/schema.ts' {
  interface Schema {
    users: UserTable;
    registrations: RegistrationTable;
    sessions: SessionTable;
    access_tokens: AccessTokenTable;
    refresh_tokens: RefreshTokenTable;
    password_resets: PasswordResetTable;
    api_tokens: ApiTokenTable;
    device_requests: DeviceRequestTable;
    passkeys: PasskeyTable;
    authenticators: AuthenticatorTable;
    recovery_codes: RecoveryCodeTable;
    sign_in_steps: SignInStepTable;
  }
}

/** Confirmed people, and accounts that an admin made: who only signed up is in `registrations`. */
export interface UserTable {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  /** 0 for who signs in by single sign-on alone: then the hash is of nothing. */
  has_password: Generated<number>;
  /** 0 for one that an admin made, until its person was let in. */
  is_confirmed: Generated<number>;
  is_admin: Generated<number>;
  /** Folded, for search and order. */
  name_key: Generated<string>;
  last_seen_at: Generated<number | null>;
  created_at: number;
  disabled_at: number | null;
  trial_ends_at: number | null;
  /**
   * Written by billing: the paid plan in force, and until when; without an end until Stripe says
   * otherwise.
   */
  paid_plan: 'basic' | 'pro' | 'advanced' | null;
  paid_until: number | null;
  address_notice_at: number | null;
  new_clips_open: Generated<number>;
  /** Null where it is as the server says. */
  storage_mb: Generated<number | null>;
  /** Of the browser that signed up or in last. */
  language: Generated<string | null>;
  /** Since when a password is not enough; null while it is. */
  two_step_since: Generated<number | null>;
}

/**
 * One sign-up waiting for its link; name and password become the user's when that very link is
 * opened.
 */
export interface RegistrationTable {
  id: string;
  token_hash: string | null;
  /** Whether a link was to be mailed: of many sign-ups with one address, only of the first. */
  is_mailed: number;
  email: string;
  name: string;
  name_key: Generated<string>;
  password_hash: string;
  created_at: number;
  expires_at: number;
  confirmed_at: number | null;
  language: Generated<string | null>;
}

export type WayIn = 'password' | 'passkey' | 'single-sign-on' | 'scan' | 'setup';

export interface SessionTable {
  id: string;
  user_id: string;
  user_agent: string;
  /** What its person calls the device. */
  name: Generated<string | null>;
  created_at: number;
  last_used_at: number;
  /** Moves with each refresh, never past `ends_at`. */
  idle_ends_at: number;
  ends_at: number;
  /** Whether another session of its person let it in, without a password. */
  is_let_in: Generated<number>;
  /** Null of those that are older than this column. */
  by: Generated<WayIn | null>;
  /** Until then a password, and until then a second step or a passkey, counts as confirmed. */
  password_until: Generated<number | null>;
  step_until: Generated<number | null>;
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
  /** Whether an admin made it: then no other link takes its place. */
  is_by_admin: Generated<number>;
}

export interface ApiTokenTable {
  id: string;
  token_hash: string;
  user_id: string;
  name: string;
  scopes: string;
  /** Its first characters, by which people know it again. */
  start: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  /** Whether each use puts its end off. */
  ends_unused: Generated<number>;
  /** When it last took clips that are sent to it, of one that does. */
  device_at: Generated<number | null>;
}

export interface DeviceRequestTable {
  device_hash: string;
  user_code: string;
  name: string;
  scopes: string;
  /** Keyed: the network it asked from. */
  network: string;
  created_at: number;
  expires_at: number;
  polled_at: number | null;
  /** Who let it in or refused it; null while it waits. */
  user_id: string | null;
  is_allowed: number;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  /** What authenticators call it. */
  credential_id: string;
  /** The host that it was made for. */
  rp_id: string;
  /** COSE, in base64url. */
  public_key: string;
  /** As the authenticator counts its uses; 0 of those that do not. */
  counter: number;
  /** Words with blanks between. */
  transports: string;
  name: string;
  is_synced: number;
  created_at: number;
  last_used_at: number | null;
}

/** One that is set up, one that waits for its first code, or both. Secrets are encrypted. */
export interface AuthenticatorTable {
  user_id: string;
  secret: string | null;
  added_at: number | null;
  /** The time step of the last code that was taken: no code is taken twice. */
  last_step: Generated<number>;
  waiting_secret: string | null;
  waits_until: Generated<number>;
}

/** Those that are left. Keyed hashes. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
}

/** A sign-in that waits for its second step. */
export interface SignInStepTable {
  token_hash: string;
  user_id: string;
  by: WayIn;
  /** JSON of what comes with the sign-in. */
  about: string;
  /** Of the password then: another one ends the step. */
  password_mark: string;
  expires_at: number;
}
