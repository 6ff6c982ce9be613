import type { Db } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Job } from '../jobs/scheduler.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { forgetEndings, insertEnding, listEndings } from './endings.queries.ts';
import { channelOf, endChannel, type Sockets, socketsIn } from './sockets.ts';
import type { Tell } from './tell.ts';

/** Who leaves a channel: of these users, else of all, those who are not among `except`. */
export interface Ending {
  readonly channel: string;
  readonly users?: readonly string[];
  readonly except?: readonly string[];
  /** What they are told as they leave. */
  readonly told?: { readonly event: string; readonly payload: unknown };
}

/** On this node. */
export function endHere(io: Sockets, { channel, users, except = [], told }: Ending): void {
  if (told)
    for (const socket of socketsIn(io, channel))
      endChannel(socket, channel, told.event, told.payload);
  else
    io.local
      .in(users?.map(channelOf.user) ?? channel)
      .except(except.map(channelOf.user))
      .socketsLeave(channel);
}

/** How the other nodes learn of endings. */
export interface Endings {
  pass(ending: Ending): void;
  /** Does what was passed on and did not come by Redis. */
  readonly job: Job;
}

/** By what endings are passed on, besides Redis. */
export interface Passing {
  readonly db: Db;
  readonly tell: Tell;
}

/** Within a second, which is promised. */
const READ_MS = 500;
/** What a node is asked by another. */
const END = 'end channel';

/**
 * Through Redis at once, and through the store: who has lost a right leaves every node, whether or
 * not Redis is there.
 */
export function createEndings(io: Sockets, { db, tell }: Passing): Endings {
  /** With their times, those that were done here. */
  const done = new Map<string, number>();
  const startedAt = Date.now();
  function end(id: string, ending: Ending): void {
    if (done.has(id)) return;
    done.set(id, Date.now());
    endHere(io, ending);
  }
  io.on(END, end);
  return {
    pass(ending) {
      const row = { id: newId(), ending: JSON.stringify(ending), created_at: Date.now() };
      done.set(row.id, row.created_at);
      io.serverSideEmit(END, row.id, ending);
      void tell(() => insertEnding(db, row));
    },
    job: {
      name: 'end channels',
      everyMs: READ_MS,
      onEveryNode: true,
      async run() {
        const rows = await listEndings(db);
        const now = Date.now();
        // Whoever came after one had no right to come any more.
        for (const { id, ending, created_at } of rows)
          if (created_at >= startedAt) end(id, JSON.parse(ending) as Ending);
        if (rows.some((row) => row.created_at < now - MINUTE_MS))
          await forgetEndings(db, now - MINUTE_MS);
        for (const [id, at] of done) if (at < now - HOUR_MS) done.delete(id);
      },
    },
  };
}
