import { isLanguage } from '@clipline/contract/languages.ts';
import type { App } from '../core/app.ts';
import { transact, wakeJob } from '../core/db/database.ts';
import { keyed } from '../core/ids.ts';
import { type Job, LOOK_MS } from '../core/jobs.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Note } from '../auth/notes.ts';
import { frontChannel } from './devices.sockets.ts';
import { type Answer, type Post, postBy } from './push.ts';
import * as queries from './push.queries.ts';
import texts from './push.texts.json' with { type: 'json' };

const DELIVER_PUSH = 'deliver push';
/** However many services are silent, the others have their turn. */
const MAX_ON_THE_WAY = 300;
const BATCH = 100;
/** A crash leaves a message taken for so long; longer than any hand-over. */
const CLAIM_MS = 30_000;
const RETRY_MS = [1, 4, 15, 40].map((minutes) => minutes * MINUTE_MS);
/** A device is told of one thing at most so often. */
const PACE_MS = 1000;
/** What a push service takes as the name of what a newer message replaces. */
const TOPIC_LENGTH = 32;

/** In the language of the person's last session. */
function payloadOf({ tag, url, title = 'Clipline', text, name }: Note, language: unknown) {
  const body = texts[isLanguage(language) ? language : 'en'][text];
  return JSON.stringify({ title, body: body.replace('{name}', () => name), url, tag });
}

/** When it is tried again; undefined where it is given up. */
export function nextTry(
  { attempts, created_at }: Pick<queries.DueMessage, 'attempts' | 'created_at'>,
  retryAfter: string | undefined,
  now: number,
): number | undefined {
  const waitMs = RETRY_MS[attempts];
  if (waitMs === undefined) return undefined;
  const seconds = Number(retryAfter);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - now : seconds * 1000;
  const next = now + (asked > 0 ? asked : waitMs);
  // By its own waits the last try is a little later than that.
  return asked > 0 && next > created_at + HOUR_MS ? undefined : next;
}

interface Delivery {
  readonly app: App;
  readonly post: Post;
  readonly closing: AbortController;
  readonly onTheWay: Set<Promise<void>>;
}

const isOver = (
  { about, disabled_at, idle_ends_at, ends_at }: queries.DueMessage,
  now: number,
): boolean => about === null || disabled_at !== null || idle_ends_at <= now || ends_at <= now;

async function settle(
  { app: { db, server } }: Delivery,
  message: queries.DueMessage,
  outcome: Answer | Error,
): Promise<void> {
  const now = Date.now();
  const { status = 0, retryAfter } = outcome instanceof Error ? {} : outcome;
  if (status >= 200 && status < 300)
    // For what came meanwhile.
    return transact(db, async (tx) => {
      await queries.markTold(tx, message, now + PACE_MS);
      await wakeJob(tx, DELIVER_PUSH);
    });
  if (status === 404 || status === 410)
    return void (await queries.removeSubscriptions(db, { endpoint: message.endpoint }));
  const { host } = new URL(message.endpoint);
  // Its endpoint is a secret of the browser.
  server.log.warn({ host, status, attempts: message.attempts + 1 }, 'Push not delivered yet');
  const next = nextTry(message, retryAfter, now);
  await (next === undefined
    ? queries.dropMessage(db, message)
    : queries.postponeMessage(db, message, next));
}

/** It leaves no more once its session has ended, however long the service takes to listen. */
async function deliver(delivery: Delivery, message: queries.DueMessage): Promise<void> {
  const { app, post, closing } = delivery;
  const ended = new AbortController();
  const stop = app.sessionCalls.watch(message.session_id, () => ended.abort());
  try {
    if (!(await queries.claimMessage(app.db, message, Date.now() + CLAIM_MS))) return;
    const note = JSON.parse(message.about ?? '') as Note;
    const topic = keyed(app.config.APP_SECRET, 'topic', note.tag).slice(0, TOPIC_LENGTH);
    const payload = payloadOf(note, message.language);
    const urgency = note.text === 'device' ? 'high' : 'normal';
    const either = AbortSignal.any([closing.signal, ended.signal]);
    const outcome = await post(message, { payload, topic, urgency }, either).catch(
      (error: unknown) => error as Error,
    );
    // The store may be closed by now; the claim runs out by itself.
    if (!closing.signal.aborted) await settle(delivery, message, outcome);
  } finally {
    stop();
  }
}

async function begin(delivery: Delivery): Promise<void> {
  const { app, onTheWay } = delivery;
  const now = Date.now();
  const room = Math.min(BATCH, MAX_ON_THE_WAY - onTheWay.size);
  const due = room > 0 ? await queries.listDueMessages(app.db, now, room) : [];
  const fronts = await app.channels.open(due.map((each) => frontChannel(each.session_id)));
  for (const message of due) {
    if (isOver(message, now) || fronts.has(frontChannel(message.session_id)))
      await queries.dropMessage(app.db, message);
    else {
      const sent: Promise<void> = deliver(delivery, message)
        .catch(app.onDefect)
        .finally(() => onTheWay.delete(sent));
      onTheWay.add(sent);
    }
  }
}

/** A message goes only after it left, so a crash may repeat one but never lose one. */
export function pushJob(app: App): Job {
  const closing = new AbortController();
  const delivery: Delivery = { app, post: postBy(app.config), closing, onTheWay: new Set() };
  app.server.addHook('onClose', async () => closing.abort());
  return {
    name: DELIVER_PUSH,
    everyMs: LOOK_MS,
    run: () => begin(delivery),
    nextDue: () => queries.findNextPush(app.db),
  };
}

export const notifyBy =
  (app: Pick<App, 'db' | 'config'>): App['notify'] =>
  async (whom, note) => {
    const message = { tag: note.tag, about: JSON.stringify(note) };
    const now = Date.now();
    const askedAt = app.config.PASSWORDS === 'off' ? 0 : now;
    await transact(app.db, async (tx) => {
      if ((await queries.queuePush(tx, whom, message, now, askedAt)) > 0)
        await wakeJob(tx, DELIVER_PUSH);
    });
  };
