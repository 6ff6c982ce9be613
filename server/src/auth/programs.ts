import type { OwnOrigins } from '../core/http/origins.ts';
import type { RateLimits } from '../core/http/limits.ts';
import type { Channels } from '../core/live/channels.ts';

/** What the calls for programs need of the rest of the program. */
export interface Programs {
  readonly limits: RateLimits;
  /** Whether it is counted how many programs of one network wait to be signed in. */
  readonly limitsWaiting: boolean;
  readonly channels: Pick<Channels, 'disconnectSession'>;
  /** Begins to hand over the mails that a committed transaction queued. */
  readonly deliverMail: () => void;
  readonly own: OwnOrigins;
  readonly secret: string;
  readonly publicUrl: string;
  /** Where the built command lies. */
  readonly webFolder: string;
  readonly version: string;
}
