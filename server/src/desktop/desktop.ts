import type { Db } from '../core/db/database.ts';
import type { OwnOrigins } from '../core/http/origins.ts';
import type { RateLimits } from '../core/http/limits.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../auth/plans.ts';
import type { DesktopNews } from './desktop.news.ts';

/** What desktops need of the rest of the program. */
export interface Desktops {
  readonly db: Db;
  readonly files: Files;
  readonly channels: Channels;
  readonly news: DesktopNews;
  readonly limits: RateLimits;
  readonly planOf: PlanOf;
  /** How long what a user deleted on their own desktop can be brought back. */
  readonly trashMs: number;
  /** Derives the browser's token where a repeated call must get the same. */
  readonly secret: string;
  readonly own: OwnOrigins;
  /** Whether a link that was given to a local peer still counts. Filled by the LAN feature. */
  readonly isLanGuest: (desktopId: string, guest: string) => Promise<boolean>;
}
