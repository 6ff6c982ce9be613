import type { LinkState } from '@clipline/contract/schemas/links.ts';
import type { LinkTable } from './links.tables.ts';

export type LinkStanding = Pick<LinkTable, 'revoked_at' | 'expires_at' | 'max_views' | 'views'>;

export function stateOf(link: LinkStanding, now: number): LinkState {
  if (link.revoked_at !== null) return 'revoked';
  if (link.expires_at !== null && link.expires_at <= now) return 'expired';
  if (link.max_views !== null && link.views >= link.max_views) return 'used';
  return 'active';
}

export const isActive = (link: LinkStanding, now: number): boolean =>
  stateOf(link, now) === 'active';
