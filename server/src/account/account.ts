import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import type { RateLimits } from '../core/http/limits.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Files } from '../files/files.ts';

/** What the account page needs of the rest of the program. */
export interface Account {
  readonly db: Db;
  readonly files: Files;
  readonly limits: RateLimits;
  /** Throws STORAGE_FULL unless a user may store so many bytes more. */
  readonly requireSpace: (userId: string, bytes: number) => Promise<void>;
  /** Reads very many rows beside the event loop. */
  readonly scans: Db;
  readonly channels: Pick<Channels, 'disconnectSession' | 'expelOthers' | 'publish'>;
  readonly app: App;
  /** Begins to hand over the mails that a committed transaction queued. */
  readonly deliverMail: () => void;
  /** Ends what a user shared by links. May be repeated. */
  readonly endLinks: (userId: string) => Promise<void>;
  /**
   * Ends what a user pays for before they are forgotten, where plans are sold. May be repeated.
   */
  readonly endBilling: (userId: string) => Promise<void>;
  /** Origin of links in mails. */
  readonly publicUrl: string;
  /** Signs links to exports. */
  readonly secret: string;
  /** Where an archive lies while it is taken over. */
  readonly workFolder: string;
}
