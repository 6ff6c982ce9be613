import { ProductError } from '@clipline/contract/errors.ts';
import { setClipTags } from '@clipline/contract/schemas/clips.ts';
import {
  createTag,
  deleteTag,
  listTags,
  type Tag,
  updateTag,
} from '@clipline/contract/schemas/tags.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';
import type { Channels } from '../../platform/realtime/channels.ts';
import type { Files } from '../files/files.ts';
import type { LongReads } from '../search/long-reads.ts';
import { planAllows } from '../plans/plans.ts';
import { readCounts } from './clip-counts.queries.ts';
import { MANY_CLIPS } from './clip-lists.ts';
import { tellLists } from './clips.news.ts';
import { presentOwnClip } from './clips.present.ts';
import { findManaged } from './find-clip.ts';
import { findClip } from './clips.queries.ts';
import * as queries from './tags.queries.ts';
import * as tags from './tags.ts';
import type { LinksToClips } from './viewers.ts';

export interface TagsContext {
  readonly files: Files;
  readonly longReads: LongReads;
  readonly channels: Pick<Channels, 'publish'>;
  readonly links: LinksToClips;
}

export function serveTags(serving: Serving, context: TagsContext): void {
  const { files, longReads, channels, links } = context;
  const { db } = serving;

  /** Every list of this person shows its tags. */
  const announce = (userId: string, clip: { id: string; version: number } | null) =>
    tellLists(channels, userId, {
      clipId: clip?.id ?? null,
      change: 'tags',
      version: clip?.version ?? null,
    });

  serve(serving, listTags, async ({ user, reply }) => {
    const [rows, { clips }] = await Promise.all([
      queries.listTagRows(db, user.id),
      readCounts(db, user.id),
    ]);
    const counts =
      clips > MANY_CLIPS
        ? await longReads.run(user.id, callerGone(reply), (scans) =>
            queries.countTagged(scans, user.id),
          )
        : await queries.countTagged(db, user.id);
    return rows.map((row) => queries.presentTag(row, counts.get(row.id) ?? 0));
  });

  serve(serving, createTag, async ({ user, body, create, ensure }) => {
    ensure(planAllows('changes'));
    const { name, color = 'gray' } = body;
    const tag = await create(async (tx): Promise<Tag> =>
      queries.presentTag(await tags.createTag(tx, user.id, { name, color }), 0),
    );
    announce(user.id, null);
    return tag;
  });

  serve(serving, updateTag, async ({ user, params, body, change }) => {
    const tag = await change((tx) => tags.changeTag(tx, user.id, params.id, body));
    announce(user.id, null);
    return queries.presentTag(tag, await queries.countTaggedWith(db, tag.id));
  });

  serve(serving, deleteTag, async ({ user, params, change }) => {
    if (!(await change((tx) => queries.deleteTag(tx, user.id, params.id))))
      throw new ProductError('TAG_NOT_FOUND');
    announce(user.id, null);
    return { message: 'Tag deleted' };
  });

  serve(serving, setClipTags, async (call) => {
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
