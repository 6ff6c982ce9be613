import { ProductError } from '@clipline/contract/errors.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import {
  type Device,
  deviceEndpoints as endpoints,
  type SentClip,
} from '@clipline/contract/schemas/devices.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { shownDevice } from '../core/http/headers.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { newId } from '../core/ids.ts';
import { channelOf } from '../core/live/channels.ts';
import { DAY_MS, HOUR_MS, isoTime } from '../core/time.ts';
import { isThere, person } from '../clips/clips.access.ts';
import { listClipsInOrder } from '../clips/clip-lists.queries.ts';
import { presentClips, presentOwnClip } from '../clips/clips.present.ts';
import { type ClipRow, findClip } from '../clips/clips.queries.ts';
import * as queries from './devices.queries.ts';
import { programChannel, serveDeviceEvents } from './devices.sockets.ts';
import { servePush } from './push.routes.ts';

const KEPT_MS = DAY_MS;
const MAX_INBOX = 100;
const sends = { name: 'sends', points: 60, seconds: 60 } as const satisfies RateLimit;

type Owner = Pick<CurrentUser, 'id' | 'sessionId'>;

/** Programs are there while they take clips, and for a day after. */
async function readDevices({ db, channels }: App, { id, sessionId }: Owner): Promise<Device[]> {
  const now = Date.now();
  const sessions = (await queries.listSessionDevices(db, id, now)).map((row) => ({
    id: row.id,
    name: row.name ?? shownDevice(row.user_agent),
    seenAt: row.last_used_at,
    push: row.pushed !== null,
    channel: channelOf.session(row.id),
    isKept: true,
  }));
  const programs = (await queries.listProgramDevices(db, id, now)).map((row) => ({
    id: row.id,
    name: row.name,
    seenAt: row.device_at,
    push: false,
    channel: programChannel(row.id),
    isKept: row.device_at > now - KEPT_MS,
  }));
  const all = [...sessions, ...programs];
  const open = await channels.open(all.map(({ channel }) => channel));
  return all
    .map((each) => ({ ...each, online: open.has(each.channel) }))
    .filter(({ isKept, online }) => isKept || online)
    .toSorted(
      (one, other) => Number(other.online) - Number(one.online) || other.seenAt - one.seenAt,
    )
    .map((each) => ({
      id: each.id,
      name: each.name,
      current: each.id === sessionId,
      online: each.online,
      push: each.push,
    }));
}

const list = ({ user }: Call<typeof endpoints.listDevices>, app: App) => readDevices(app, user);

async function findOwnClip(db: Db, userId: string, id: string): Promise<ClipRow | undefined> {
  const clip = await findClip(db, id);
  return clip?.user_id === userId && isThere(clip) ? clip : undefined;
}

async function send(call: Call<typeof endpoints.sendToDevice>, app: App) {
  const { user, params, body, create } = call;
  await app.limits.take(sends, user.id);
  const devices = await readDevices(app, user);
  const device = devices.find(({ id }) => id === params.id);
  if (!device) throw new ProductError('DEVICE_NOT_FOUND');
  const name = user.program?.name ?? devices.find(({ current }) => current)?.name ?? '';
  const from = { id: user.sessionId, name };
  const id = newId();
  return create(async (tx) => {
    const holder = await queries.findHolder(tx, user.id, device.id);
    if (!holder) throw new ProductError('DEVICE_NOT_FOUND');
    const own = await findOwnClip(tx, user.id, body.clipId);
    if (!own) throw new ProductError('CLIP_NOT_FOUND');
    await queries.insertSentClip(tx, {
      id,
      [holder]: device.id,
      from_id: from.id,
      from_name: from.name,
      clip_id: own.id,
      created_at: Date.now(),
    });
    const clip = await presentOwnClip(app, tx, own);
    afterCommit(tx, () => tellSent(app, device, { id, from, clip }));
    return { id };
  });
}

function tellSent(app: App, { id: to }: Device, sent: ServerPayload<'device:received'>): void {
  const { id, from } = sent;
  app.channels.publish(channelOf.session(to), 'device:received', sent);
  if (to !== from.id)
    void app.tell(() =>
      app.notify({ sessionId: to }, { tag: id, url: '/clips', text: 'device', name: from.name }),
    );
}

async function listInbox({ user }: Call<typeof endpoints.listInbox>, app: App) {
  const { db } = app;
  const since = Date.now() - KEPT_MS;
  const sent = await queries.listSentClips(db, user.sessionId, since, MAX_INBOX);
  const ids = new Set(sent.flatMap(({ clip_id: id }) => id ?? []));
  const rows = await listClipsInOrder(db, [...ids]);
  const own = rows.filter((clip) => clip.user_id === user.id && isThere(clip));
  const clips = new Map(
    (await presentClips(app, db, own, person(user.id))).map((clip) => [clip.id, clip]),
  );
  return sent.map((each): SentClip => ({
    id: each.id,
    from: { id: each.from_id, name: each.from_name },
    clip: clips.get(each.clip_id ?? '') ?? null,
    at: isoTime(each.created_at),
  }));
}

async function see({ user, params: { id }, change }: Call<typeof endpoints.seeSent>, app: App) {
  const now = Date.now();
  const seen = await change((tx) =>
    queries.seeSentClip(tx, user.sessionId, id, now, now - KEPT_MS),
  );
  if (!seen) throw new ProductError('NOT_FOUND');
  if (seen.isNew) app.channels.publish(channelOf.session(user.sessionId), 'device:seen', { id });
}

export function plugInDevices(app: App): void {
  serve(app, endpoints.listDevices, list);
  serve(app, endpoints.sendToDevice, send);
  serve(app, endpoints.listInbox, listInbox);
  serve(app, endpoints.seeSent, see);
  serveDeviceEvents(app);
  servePush(app);
  app.jobs.push({
    name: 'forget sent clips',
    everyMs: HOUR_MS,
    run: () => queries.removeSentClips(app.db, Date.now() - KEPT_MS),
  });
}
