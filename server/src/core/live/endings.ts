import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type Job, LOOK_MS } from '../jobs.ts';
import { MINUTE_MS } from '../time.ts';
import { END_CHANNELS, forgetEndings, insertEndings, listEndings } from './endings.queries.ts';
import { type Ending, endHere, type Sockets } from './channels.ts';
import type { Tell } from './tell.ts';

/** Clocks of nodes differ, and a store may be away for a while. */
const READ_BACK_MS = 30_000;
const END = 'end channel';

type Passed = Ending & { readonly id: string };

/** By Redis at once, and by the store: who lost a right leaves every node without Redis too. */
export function createEndings(io: Sockets, db: Db, tell: Tell) {
  const done = new Map<string, number>();
  let waiting: Passed[] = [];
  const startedAt = Date.now();
  function end(ending: Passed): void {
    if (done.has(ending.id)) return;
    done.set(ending.id, Date.now());
    endHere(io, ending);
  }
  function store(): void {
    const row = { id: newId(), endings: JSON.stringify(waiting), created_at: Date.now() };
    waiting = [];
    void tell(() => insertEndings(db, row));
  }
  io.on(END, end);
  return {
    pass(ending: Ending): void {
      const passed = { ...ending, id: newId() };
      done.set(passed.id, Date.now());
      io.serverSideEmit(END, passed);
      if (waiting.push(passed) === 1) setImmediate(store);
    },
    jobs: [
      {
        name: END_CHANNELS,
        everyMs: LOOK_MS,
        onEveryNode: true,
        async run() {
          const now = Date.now();
          for (const [id, at] of done) {
            if (at >= now - MINUTE_MS) break;
            done.delete(id);
          }
          if (io.sockets.sockets.size === 0) return;
          // Whoever came after one had no right to come any more.
          for (const row of await listEndings(db, Math.max(startedAt, now - READ_BACK_MS)))
            for (const ending of JSON.parse(row.endings) as Passed[]) end(ending);
        },
      },
      {
        name: 'forget ended channels',
        everyMs: MINUTE_MS,
        run: () => forgetEndings(db, Date.now() - MINUTE_MS),
      },
    ] satisfies Job[],
  };
}
