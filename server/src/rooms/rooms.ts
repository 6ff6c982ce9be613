import type { Db } from '../core/db/database.ts';
import type { RateLimits } from '../core/http/limits.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Presence } from '../core/live/presence.ts';
import type { Files } from '../files/files.ts';
import type { LongReads } from '../texts/long-reads.ts';
import type { PlanOf } from '../auth/plans.ts';
import type { RoomNews } from './rooms.news.ts';

/** What the files of room content are kept under. */
export const ROOM = 'room';

/** What rooms need of the rest of the program. */
export interface Rooms {
  readonly db: Db;
  readonly longReads: LongReads;
  readonly files: Files;
  readonly channels: Channels;
  readonly presence: Presence;
  readonly news: RoomNews;
  /** Hears of what failed beside the calls. */
  readonly onDefect: (error: unknown) => void;
  readonly limits: RateLimits;
  readonly planOf: PlanOf;
  /** How long deleted rooms and what was deleted in rooms can be brought back. */
  readonly trashMs: number;
  /** Begins to hand over the mails that a committed transaction queued. */
  readonly deliverMail: () => void;
  /** Derives the ids of invitations. */
  readonly secret: string;
  /** Origin of links in mails. */
  readonly publicUrl: string;
}
