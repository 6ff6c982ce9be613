import { setImmediate } from 'node:timers/promises';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_TAGS } from '@clipline/contract/limits.ts';
import type { TagColor } from '@clipline/contract/tag-colors.ts';
import type { Tx } from '../core/db/database.ts';
import type { Change } from '../core/http/current-user.ts';
import { newId } from '../core/ids.ts';
import {
  countTags,
  listOwnTags,
  findTag,
  findTagNamed,
  insertTag,
  removeFromSome,
  removeTagRow,
  replaceTags,
  type TagRow,
  updateTag,
} from './tags.queries.ts';

/** Names that differ in case alone are one; accents tell them apart. */
const keyOf = (name: string): string => name.toUpperCase().toLowerCase().normalize('NFC');

/** Throws TAG_EXISTS or TOO_MANY_TAGS. */
export async function createTag(
  tx: Tx,
  userId: string,
  { name, color }: { readonly name: string; readonly color: TagColor },
): Promise<TagRow> {
  const key = keyOf(name);
  if (await findTagNamed(tx, userId, key)) throw new ProductError('TAG_EXISTS');
  if ((await countTags(tx, userId)) >= MAX_TAGS)
    throw new ProductError('TOO_MANY_TAGS', { max: MAX_TAGS });
  const tag = { id: newId(), user_id: userId, name, name_key: key, color };
  await insertTag(tx, tag);
  return tag;
}

/** What was left out of the request stays. Throws TAG_NOT_FOUND or TAG_EXISTS. */
export async function changeTag(
  tx: Tx,
  userId: string,
  id: string,
  asked: { readonly name?: string | undefined; readonly color?: TagColor | undefined },
): Promise<TagRow> {
  const before = await findTag(tx, userId, id);
  if (!before) throw new ProductError('TAG_NOT_FOUND');
  const name = asked.name ?? before.name;
  const changes = { name, name_key: keyOf(name), color: asked.color ?? before.color };
  const other = await findTagNamed(tx, userId, changes.name_key);
  if (other && other.id !== before.id) throw new ProductError('TAG_EXISTS');
  await updateTag(tx, before.id, changes);
  return { ...before, ...changes };
}

/** From so many clips a tag is taken in one transaction, during which all others wait on SQLite. */
const LOT = 500;

/** Its clips stay. What very many carry goes bit by bit, and itself last. Throws TAG_NOT_FOUND. */
export async function deleteTag(change: Change, userId: string, id: string): Promise<void> {
  const takeSome = async (tx: Tx): Promise<boolean> => {
    if (!(await findTag(tx, userId, id))) throw new ProductError('TAG_NOT_FOUND');
    if ((await removeFromSome(tx, id, LOT)) === LOT) return false;
    await removeTagRow(tx, id);
    return true;
  };
  while (!(await change(takeSome))) await setImmediate();
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
    (await findTag(tx, userId, tag.id)) ?? (await findTagNamed(tx, userId, keyOf(tag.name)));
  return (here ?? (await createTag(tx, userId, tag))).id;
}

/** Throws TAG_NOT_FOUND for what is not one of theirs. */
export async function setTags(
  tx: Tx,
  userId: string,
  clipId: string,
  tagIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(tagIds)];
  const own = await listOwnTags(tx, userId, wanted);
  if (own.size < wanted.length) throw new ProductError('TAG_NOT_FOUND');
  await replaceTags(tx, clipId, wanted);
}
