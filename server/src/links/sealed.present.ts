import type { App } from '../core/app.ts';
import { hashToken } from '../core/ids.ts';
import type { FileRow } from '../files/files.queries.ts';
import { GRANT_READER } from '../files/links.ts';

/** Its address is good as long as the grant is, which is looked up at each request. */
export const presentSealed = ({ files }: App, { id, size }: FileRow, grant: string) => ({
  url: files.links.addressOf(id, `${GRANT_READER}${hashToken(grant)}`, Infinity),
  size,
});
