import { setImmediate } from 'node:timers/promises';
import { type Clip, setClipTags } from '@clipline/contract/schemas/clips.ts';
import * as endpoints from '@clipline/contract/schemas/tags.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_TAGS } from '@clipline/contract/limits.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Tx } from '../core/db/database.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { idsOf, newId } from '../core/ids.ts';
import { planAllows } from '../auth/plans.ts';
import { tellLists } from './clips.news.ts';
import { presentOwnClip } from './clips.present.ts';
import { requireClip } from './require-clip.ts';
import * as queries from './tags.queries.ts';

/** Names that differ in case alone are one; accents tell them apart. */
const keyOf = (name: string): string => name.toUpperCase().toLowerCase().normalize('NFC');

export async function addTag(
  tx: Tx,
  userId: string,
  { name, color }: { readonly name: string; readonly color: TagColor },
): Promise<queries.TagRow> {
  const key = keyOf(name);
  if (await queries.findTagNamed(tx, userId, key)) throw new ProductError('TAG_EXISTS');
  if ((await queries.countTags(tx, userId)) >= MAX_TAGS)
    throw new ProductError('TOO_MANY_TAGS', { max: MAX_TAGS });
  const tag = { id: newId(), user_id: userId, name, name_key: key, color };
  await queries.insertTag(tx, tag);
  return tag;
}

/**
 * The id of a user's tag of this name, which is made if there is none; their own of that id stays
 * it under any name. Throws TOO_MANY_TAGS.
 */
export async function tagHere(
  tx: Tx,
  userId: string,
  tag: { readonly id: string; readonly name: string; readonly color: TagColor },
): Promise<string> {
  const here =
    (await queries.findTag(tx, userId, tag.id)) ??
    (await queries.findTagNamed(tx, userId, keyOf(tag.name)));
  return (here ?? (await addTag(tx, userId, tag))).id;
}

async function listTags({ user }: Call<typeof endpoints.listTags>, { db }: App) {
  const rows = await queries.listTagRows(db, user.id);
  const counts = await queries.countTagged(db, idsOf(rows));
  return rows.map((row) => queries.presentTag(row, counts.get(row.id) ?? 0));
}

async function createTag(call: Call<typeof endpoints.createTag>, app: App) {
  const { user, body, create, ensure } = call;
  ensure(planAllows('changes'));
  const { name, color = 'gray' } = body;
  return create(async (tx) => {
    const tag = await addTag(tx, user.id, { name, color });
    afterCommit(tx, () => tellLists(app, user.id, 'tags'));
    return queries.presentTag(tag, 0);
  });
}

async function changeTag(call: Call<typeof endpoints.updateTag>, app: App) {
  const { user, params, body, change } = call;
  return change(async (tx) => {
    const before = await queries.findTag(tx, user.id, params.id);
    if (!before) throw new ProductError('TAG_NOT_FOUND');
    const name = body.name ?? before.name;
    const changes = { name, name_key: keyOf(name), color: body.color ?? before.color };
    const other = await queries.findTagNamed(tx, user.id, changes.name_key);
    if (other && other.id !== before.id) throw new ProductError('TAG_EXISTS');
    await queries.updateTag(tx, before.id, changes);
    const counts = await queries.countTagged(tx, [before.id]);
    afterCommit(tx, () => tellLists(app, user.id, 'tags'));
    return queries.presentTag({ ...before, ...changes }, counts.get(before.id) ?? 0);
  });
}

/** From so many clips a tag is taken in one transaction, during which all others wait on SQLite. */
const LOT = 500;

/** Its clips stay. What very many carry goes bit by bit, and the tag last. */
async function deleteTag(call: Call<typeof endpoints.deleteTag>, app: App) {
  const { user, params, change } = call;
  const removeSome = async (tx: Tx): Promise<boolean> => {
    if (!(await queries.findTag(tx, user.id, params.id))) throw new ProductError('TAG_NOT_FOUND');
    if ((await queries.removeFromSome(tx, params.id, LOT)) === LOT) return false;
    await queries.removeTagRow(tx, params.id);
    return true;
  };
  while (!(await change(removeSome))) await setImmediate();
  tellLists(app, user.id, 'tags');
  return { message: 'Tag deleted' };
}

async function setTags(call: Call<typeof setClipTags>, app: App): Promise<Clip> {
  const wanted = [...new Set(call.body.tagIds)];
  return call.change(async (tx) => {
    const { clip } = await requireClip(app, tx, call, 'manage');
    const own = await queries.listOwnTags(tx, clip.user_id, wanted);
    if (own.length < wanted.length) throw new ProductError('TAG_NOT_FOUND');
    await queries.replaceTags(tx, clip, wanted);
    afterCommit(tx, () => tellLists(app, clip.user_id, 'tags', clip));
    return presentOwnClip(app, tx, clip);
  });
}

export function serveTags(app: App): void {
  serve(app, endpoints.listTags, listTags);
  serve(app, endpoints.createTag, createTag);
  serve(app, endpoints.updateTag, changeTag);
  serve(app, endpoints.deleteTag, deleteTag);
  serve(app, setClipTags, setTags);
}
