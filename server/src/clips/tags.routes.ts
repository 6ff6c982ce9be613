import { type Clip, setClipTags } from '@clipline/contract/schemas/clips.ts';
import {
  createTag,
  deleteTag,
  listTags,
  type Tag,
  updateTag,
} from '@clipline/contract/schemas/tags.ts';
import type { FastifyReply } from 'fastify';
import { idsOf } from '../core/ids.ts';
import { callerGone } from '../core/http/guard.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Files } from '../files/files.ts';
import type { LongReads } from '../texts/search.ts';
import { planAllows } from '../auth/plans.ts';
import { tellLists } from './clips.news.ts';
import { presentOwnClip } from './clips.present.ts';
import { findManaged } from './find-clip.ts';
import { findClip } from './clips.queries.ts';
import * as queries from './tags.queries.ts';
import * as tags from './tags.ts';
import type { LinksToClips } from './viewers.ts';

/** More are counted beside the event loop: so many take two milliseconds. */
const MANY_COUNTED = 20_000;

export interface TagsContext {
  readonly files: Files;
  readonly longReads: LongReads;
  readonly channels: Pick<Channels, 'publish'>;
  readonly links: LinksToClips;
}

export function serveTags(app: App, context: TagsContext): void {
  const { files, longReads, channels, links } = context;
  const { db } = app;

  /** Every list of this person shows its tags. */
  const announce = (userId: string, clip?: Clip) => tellLists(channels, userId, 'tags', clip);

  /** How many clips that lists show carry each of these tags of a person. */
  const countTagged = async (userId: string, tagIds: string[], reply: FastifyReply) =>
    (await queries.areMoreTagged(db, tagIds, MANY_COUNTED))
      ? longReads.run(userId, callerGone(reply), (scans) => queries.countTagged(scans, tagIds))
      : queries.countTagged(db, tagIds);

  serve(app, listTags, async ({ user, reply }) => {
    const rows = await queries.listTagRows(db, user.id);
    const counts = await countTagged(user.id, idsOf(rows), reply);
    return rows.map((row) => queries.presentTag(row, counts.get(row.id) ?? 0));
  });

  serve(app, createTag, async ({ user, body, create, ensure }) => {
    ensure(planAllows('changes'));
    const { name, color = 'gray' } = body;
    const tag = await create(async (tx): Promise<Tag> =>
      queries.presentTag(await tags.createTag(tx, user.id, { name, color }), 0),
    );
    announce(user.id);
    return tag;
  });

  serve(app, updateTag, async ({ user, params, body, change, reply }) => {
    // Counted first: what is refused there has changed nothing.
    const own = await queries.listOwnTags(db, user.id, [params.id]);
    const counts = await countTagged(user.id, [...own], reply);
    const tag = await change((tx) => tags.changeTag(tx, user.id, params.id, body));
    announce(user.id);
    return queries.presentTag(tag, counts.get(tag.id) ?? 0);
  });

  serve(app, deleteTag, async ({ user, params, change }) => {
    await tags.deleteTag(change, user.id, params.id);
    announce(user.id);
    return { message: 'Tag deleted' };
  });

  serve(app, setClipTags, async (call) => {
    const { body, change } = call;
    const clip = await change(async (tx) => {
      const found = await findManaged(links, tx, call, findClip);
      await tags.setTags(tx, found.user_id, found.id, body.tagIds);
      return presentOwnClip(tx, files, found);
    });
    announce(clip.userId, clip);
    return clip;
  });
}
