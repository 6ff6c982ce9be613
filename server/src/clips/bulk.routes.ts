import { MAX_BULK_CLIPS, MAX_BULK_IDS } from '@clipline/contract/limits.ts';
import {
  type BulkFilter,
  changeClips,
  downloadClips,
  undoBulkChange,
} from '@clipline/contract/schemas/bulk.ts';
import { closeAddresses } from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { Db } from '../core/db/database.ts';
import { callerGone } from '../core/http/guard.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import type { RateLimit, RateLimits } from '../core/http/limits.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { zipOf } from '../core/http/stream.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Files } from '../files/files.ts';
import type { LongReads } from '../texts/search.ts';
import { changeInBulk, closeAllAddresses, undoBulk } from './bulk.ts';
import { archiveOf } from './clip-archive.ts';
import { listIds } from './clip-lists.ts';
import { type ClipNews, tellLists } from './clips.news.ts';

/** Changes of many clips at once, of one user. */
const bulkLimit: RateLimit = { name: 'bulkChanges', points: 30, seconds: 60 };

export interface BulkContext {
  readonly files: Files;
  readonly longReads: LongReads;
  readonly channels: Pick<Channels, 'publish'>;
  readonly news: Pick<ClipNews, 'addressClosed'>;
  readonly limits: RateLimits;
}

/** Each once. Throws TOO_MANY_CLIPS. */
function checked(ids: readonly string[]): string[] {
  if (ids.length > MAX_BULK_IDS) throw new ProductError('TOO_MANY_CLIPS', { max: MAX_BULK_IDS });
  return [...new Set(ids)];
}

/** What the list that the filter names shows this person, but some. Throws TOO_MANY_CLIPS. */
async function listFiltered(
  db: Db,
  longReads: LongReads,
  user: CurrentUser,
  { favorite, ...filter }: BulkFilter,
  except: readonly string[],
  gone: AbortSignal,
): Promise<string[]> {
  const asked = {
    userId: user.id,
    query: {
      ...filter,
      ...(favorite === undefined ? {} : ({ favorite: favorite ? 'true' : 'false' } as const)),
    },
    // As the list of favourites, whatever the history shows.
    newest: favorite === true ? null : allowedBy(user.plan).historyLimit,
  };
  const kept = new Set(except);
  const found = await listIds(db, longReads, asked, MAX_BULK_CLIPS + kept.size + 1, gone);
  const ids = found.filter((id) => !kept.has(id));
  if (ids.length > MAX_BULK_CLIPS)
    throw new ProductError('TOO_MANY_CLIPS', { max: MAX_BULK_CLIPS });
  return ids;
}

export function serveBulk(app: App, context: BulkContext): void {
  const { db } = app;
  const { files, channels, limits, news } = context;
  const announce = (userId: string) => tellLists(channels, userId, 'bulk');

  serve(app, changeClips, async ({ user, body, change, reply }) => {
    const named = body.ids && checked(body.ids);
    await limits.take(bulkLimit, user.id);
    const ids =
      named ??
      (await listFiltered(
        db,
        context.longReads,
        user,
        body.filter ?? {},
        body.except ?? [],
        callerGone(reply),
      ));
    const outcome = await changeInBulk({ db, change }, user.id, ids, body, Date.now());
    if (outcome.undoId !== null) announce(user.id);
    return outcome;
  });

  serve(app, undoBulkChange, async ({ user, params, change }) => {
    const restored = await undoBulk(change, user.id, params.undoId, Date.now());
    announce(user.id);
    return { restored };
  });

  serve(app, closeAddresses, async ({ user, change }) => {
    await limits.take(bulkLimit, user.id);
    let closed = 0;
    for await (const lot of closeAllAddresses(change, user.id)) {
      for (const { id } of lot) news.addressClosed(id);
      closed += lot.filter(
        ({ saved_at, deleted_at }) => saved_at !== null && deleted_at === null,
      ).length;
    }
    announce(user.id);
    return { closed };
  });

  serve(app, downloadClips, async ({ user, body, reply }) => {
    const ids = checked(body.ids);
    await limits.take(bulkLimit, user.id);
    const day = new Date().toISOString().slice(0, 10);
    reply
      .headers({
        'content-disposition': `attachment; filename="clipline-${day}.zip"`,
        'cache-control': 'no-store',
      })
      .type('application/zip');
    return reply.send(zipOf(archiveOf(files, user.id, ids)));
  });
}
