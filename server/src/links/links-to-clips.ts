import { hashToken } from '../core/ids.ts';
import { HOUR_MS } from '../core/time.ts';
import type { LinksToClips, LivingGrant } from '../clips/viewers.ts';
import { findGrant, findGrantWithClip, type GrantRow } from './grants.queries.ts';
import { listOpenedLinks } from './links.queries.ts';
import { GRANT_MS } from './links.ts';
import { LINK_READER } from '../clips/clip-files.ts';

/** Links to files are good for so long beyond it; openings are noted to the minute. */
const OPENED_MS = GRANT_MS + 3 * HOUR_MS;

/** What links to files rest on for those who have this link open. */
const readerOf = (linkId: string, epoch: number) => `${LINK_READER}${linkId}.${epoch}`;

const presentGrant = (row: GrantRow): LivingGrant => ({
  linkId: row.link_id,
  clipId: row.clip_id,
  access: row.access === 'edit' ? 'edit' : 'read',
  label: row.label,
  reader: readerOf(row.link_id, row.epoch),
  endsAt: row.ends_at,
});

/** What clips ask of links. */
export const linksToClips: LinksToClips = {
  async findGrant(db, grant) {
    const row = await findGrant(db, hashToken(grant));
    return row && presentGrant(row);
  },
  async findGrantWithClip(db, grant, clipId) {
    const found = await findGrantWithClip(db, hashToken(grant), clipId);
    return found && { grant: presentGrant(found.grant), clip: found.clip };
  },
  async listOpened(db, clipId) {
    const rows = await listOpenedLinks(db, clipId, Date.now() - OPENED_MS);
    return rows.map(({ id, epoch }) => ({ linkId: id, reader: readerOf(id, epoch) }));
  },
  async mayRead(db, clipId, reader) {
    const now = Date.now();
    const rows = await listOpenedLinks(db, clipId, now - OPENED_MS);
    return rows.some(
      ({ id, epoch, expires_at: end }) =>
        reader === readerOf(id, epoch) && (end === null || end > now),
    );
  },
};
