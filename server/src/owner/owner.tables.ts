import type { AdminAction } from '@clipline/contract/schemas/owner.ts';
import type { Generated } from '../core/db/schema.ts';

declare module '../core/db/schema.ts' {
  interface Schema {
    settings: SettingTable;
    one_time_codes: OneTimeCodeTable;
    identities: IdentityTable;
    invitations: InvitationTable;
    handovers: HandoverTable;
    admin_log: AdminLogTable;
  }
}

export interface SettingTable {
  name: 'registration' | 'last backup at' | 'second step from';
  value: string;
}

/** Each is good for one use, until then. */
export interface OneTimeCodeTable {
  code_hash: string;
  kind: 'setup' | 'sign-on begun' | 'signed on';
  /** JSON; nothing for a link to set up. */
  about: string;
  /** Of single sign-on: the browser that it began in, and ends in. */
  browser_hash: string | null;
  expires_at: number;
}

/** A person as a provider of single sign-on knows them. */
export interface IdentityTable {
  issuer: string;
  sub: string;
  user_id: string;
  created_at: number;
}

export interface InvitationTable {
  id: string;
  token_hash: string;
  /** Null once that account is gone: then it is over. */
  created_by: string | null;
  /** The one address that may use it. */
  email: string | null;
  note: string | null;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  used_at: number | null;
  /** Of who signed up with it, confirmed or not. */
  used_email: string | null;
  /** Whether that address had an account before. */
  was_known: Generated<number>;
}

/** A session that lets another device in. */
export interface HandoverTable {
  id: string;
  token_hash: string;
  claim_hash: string | null;
  user_id: string;
  session_id: string;
  state: 'open' | 'claimed' | 'allowed' | 'refused';
  code: string | null;
  device: string | null;
  /** Whether the other device has its session. */
  is_used: Generated<number>;
  expires_at: number;
}

export interface AdminLogTable {
  id: string;
  at: number;
  /** Null for the command line, and once that account is gone. */
  admin_id: string | null;
  /** As they were called then. */
  admin_name: string | null;
  action: AdminAction;
  target: string;
}
