import type { readStorage as endpoint } from '@clipline/contract/schemas/account.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { callerGone } from '../core/http/guard.ts';
import type { Call } from '../core/http/serve.ts';
import { isoTime } from '../core/time.ts';
import { findStorageMb } from '../files/files.queries.ts';
import { listLargest, type StoredThing, sumKinds } from '../files/stored.queries.ts';
import { listDetails } from '../trash/trash.queries.ts';
import { titleOf } from '../trash/trash.routes.ts';
import { listUploadsInto } from '../uploads/uploads.queries.ts';

const MEGABYTE = 1024 ** 2;
const LARGEST = { atLeast: 64 * 1024, limit: 100 };

export async function storageOf({ config }: App, scans: Db, userId: string) {
  const kinds = await sumKinds(scans, userId);
  const storageMb = (await findStorageMb(scans, userId)) ?? null;
  return {
    used: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    limit: (storageMb ?? config.STORAGE_PER_PERSON_MB) * MEGABYTE,
    storageMb,
    kinds,
  };
}

/** By what its title is found: null of an upload. */
const shownAs = ({ kind, was, room }: StoredThing) => {
  if (kind === 'trash') return was;
  if (kind === 'history') return room === null ? 'clip' : 'roomItem';
  return kind === 'upload' ? null : kind;
};

async function titled(scans: Db, userId: string, things: readonly StoredThing[]) {
  const titles = new Map<string, { title: string; createdAt: string }>();
  for (const kind of new Set(things.map(shownAs))) {
    const ids = things.filter((thing) => shownAs(thing) === kind).map(({ id }) => id);
    if (kind === null)
      for (const { id, name, created_at } of await listUploadsInto(scans, userId, Date.now()))
        titles.set(id, { title: name, createdAt: isoTime(created_at) });
    else
      for (const each of await listDetails(scans, kind, ids))
        titles.set(each.id, { title: titleOf(each), createdAt: isoTime(each.created_at) });
  }
  return things.flatMap((thing) => {
    const { kind, id, was, room, bytes } = thing;
    const found = titles.get(id);
    // What went meanwhile is left out.
    return found ? [{ kind, id, of: was ?? room, bytes, ...found }] : [];
  });
}

export async function readStorage({ user, reply }: Call<typeof endpoint>, app: App) {
  return app.longReads.run(user.id, callerGone(reply), async (scans) => {
    const { storageMb: _, ...use } = await storageOf(app, scans, user.id);
    return {
      ...use,
      largest: await titled(scans, user.id, await listLargest(scans, user.id, LARGEST)),
    };
  });
}
