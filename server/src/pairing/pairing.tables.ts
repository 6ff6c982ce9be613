declare module '../core/db/schema.ts' {
  interface Schema {
    pairings: PairingTable;
  }
}

/** A device that shows a code, and the other that typed or scanned it. */
export interface PairingTable {
  id: string;
  opener_hash: string;
  /** Keyed, as so short a code could be found by its hash; null once somebody joined. */
  code_hash: string | null;
  token_hash: string;
  claim_hash: string | null;
  /** Where it was opened, keyed. */
  network_hash: string;
  state: 'open' | 'joined' | 'allowed' | 'refused';
  opened_by: string;
  joined_by: string | null;
  digits: string | null;
  /** Of the Idempotency-Key of the decision, which may come again. */
  decision_hash: string | null;
  /** What was allowed ends with this. */
  desktop_id: string | null;
  expires_at: number;
}
