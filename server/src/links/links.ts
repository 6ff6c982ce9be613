import type { ClipNews } from '../clips/clips.news.ts';
import type { Db } from '../core/db/database.ts';
import type { RateLimits } from '../core/http/limits.ts';
import { keyed, keyedId } from '../core/ids.ts';
import type { Channels } from '../core/live/channels.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Files } from '../files/files.ts';
import type { PlanOf } from '../auth/plans.ts';
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
