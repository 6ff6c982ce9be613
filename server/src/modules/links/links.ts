import type { ClipNews } from '../clips/clips.news.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { keyed, keyedId } from '../../platform/ids.ts';
import type { Channels } from '../../platform/realtime/channels.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../plans/plans.ts';
import type { LinkRow } from './links.queries.ts';

/** What links need of the rest of the program. */
export interface Links {
  readonly db: Db;
  readonly files: Files;
  readonly channels: Channels;
  readonly planOf: PlanOf;
  readonly limits: RateLimits;
  readonly news: ClipNews;
  /** Tokens and grants follow from it. */
  readonly secret: string;
  readonly publicUrl: string;
}

/** How long a user has a link open. */
export const GRANT_MS = 12 * HOUR_MS;
export const toTheMinute = (time: number): number => time - (time % MINUTE_MS);

/** 128 bits: its owner can copy it again, and who reads the store cannot. */
export const tokenOf = (secret: string, { id, generation }: Pick<LinkRow, 'id' | 'generation'>) =>
  keyedId(secret, 'link', id, String(generation));

/** 256 bits: the same opener of the same link always gets the same. */
export const grantOf = (
  secret: string,
  { id, generation }: Pick<LinkRow, 'id' | 'generation'>,
  opener: string,
): string => keyed(secret, 'link grant', id, String(generation), opener);

/** The address of a link; of one that was never renewed unless said otherwise. */
export const urlOf = (
  { secret, publicUrl }: Pick<Links, 'secret' | 'publicUrl'>,
  id: string,
  generation = 1,
): string => `${publicUrl}/s/${tokenOf(secret, { id, generation })}`;
