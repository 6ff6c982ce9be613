import type { OwnOrigins } from '../../platform/http/origins.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { Channels } from '../../platform/realtime/channels.ts';
import type { ClipNews } from '../clips/clips.news.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../plans/plans.ts';

/** What the calls for programs need of the rest of the program. */
export interface Programs {
  readonly files: Files;
  readonly limits: RateLimits;
  /** Whether it is counted how many programs of one network wait to be signed in. */
  readonly limitsWaiting: boolean;
  readonly channels: Pick<Channels, 'disconnectSession'>;
  readonly news: Pick<ClipNews, 'changed'>;
  readonly planOf: PlanOf;
  /** Begins to hand over the mails that a committed transaction queued. */
  readonly deliverMail: () => void;
  readonly own: OwnOrigins;
  readonly secret: string;
  readonly publicUrl: string;
  /** Where the built command lies. */
  readonly webFolder: string;
  readonly version: string;
}
