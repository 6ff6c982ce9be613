import { setTimeout as delay } from 'node:timers/promises';
import { type CompiledQuery, CompiledQuery as Query, type QueryResult } from 'kysely';
import { patiently, type SqliteHandle } from './sqlite-handle.ts';

const BEGIN = Query.raw('begin immediate');
const COMMIT = Query.raw('commit');
const ROLLBACK = Query.raw('rollback');
const BEGIN_UNIT = Query.raw('savepoint unit');
const KEEP_UNIT = Query.raw('release unit');
const UNDO_UNIT = Query.raw('rollback to unit');

/**
 * Another unit of work, or the commit that all of a group share, failed in a way that undid the
 * whole group. Run again, this one stands for itself.
 */
class GroupLost extends Error {}

/** Units of work that one commit brings to disk. */
interface Group {
  /** How many wait for the commit. */
  units: number;
  /** No other unit joins. */
  isFull: boolean;
  readonly onDisk: PromiseWithResolvers<void>;
}

/**
 * The one connection that writes. Units of work have their turns on it, one after the other. Those
 * that come within one turn of the event loop share a transaction and its commit, which is what a
 * save costs most: each is a savepoint, so that one that fails takes no others with it. None is
 * acknowledged before the commit is on disk.
 */
export class SqliteWriter {
  readonly #handle: SqliteHandle;
  readonly #requireFile: () => void;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #group: Group | undefined;
  /** So many groups are of one unit only: after a loss, whatever fails then fails by itself. */
  #alone = 0;

  /** `requireFile` throws once the file is no longer where it was opened. */
  constructor(handle: SqliteHandle, requireFile: () => void) {
    this.#handle = handle;
    this.#requireFile = requireFile;
  }

  /** Begins a unit of work. Until `keep` or `undo` the connection is its own. */
  async begin(): Promise<void> {
    await this.#takeTurn();
    try {
      await patiently(() => this.#group ?? this.#beginGroup(), this.#giveWay);
      this.#handle.run(BEGIN_UNIT);
    } catch (error) {
      this.#giveTurn();
      throw error;
    }
  }

  /** A statement of the unit that was begun. */
  run<R>(query: CompiledQuery): QueryResult<R> {
    // Each statement would be committed by itself.
    if (!this.#handle.isTransaction) throw new Error('SQLite has undone this transaction');
    return this.#handle.run<R>(query);
  }

  /** Ends the unit; resolves once it is on disk. */
  async keep(): Promise<void> {
    const group = this.#group as Group;
    try {
      this.#handle.run(KEEP_UNIT);
    } catch (error) {
      await this.undo();
      throw error;
    }
    group.units += 1;
    this.#giveTurn();
    await group.onDisk.promise;
  }

  /**
   * Ends the unit and leaves nothing of it. What it read of others in its group may be why it
   * failed: it waits until that is on disk.
   */
  async undo(): Promise<void> {
    const group = this.#group as Group;
    const hasOthers = group.units > 0;
    let isLost = true;
    try {
      // A full disk or an I/O error has undone all of the group.
      if (this.#handle.isTransaction) {
        this.#handle.run(UNDO_UNIT);
        this.#handle.run(KEEP_UNIT);
        isLost = false;
      }
    } finally {
      if (isLost) this.#lose(group);
      else if (hasOthers) group.units += 1;
      this.#giveTurn();
    }
    if (!isLost && hasOthers) await group.onDisk.promise;
  }

  /** Runs a statement that is no part of a transaction, such as `vacuum`. */
  async runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#takeTurn();
    try {
      return await patiently(() => {
        this.#commit();
        this.#requireFile();
        return this.#handle.run<R>(query);
      }, this.#giveWay);
    } finally {
      this.#giveTurn();
    }
  }

  close(): void {
    if (!this.#isTaken) this.#commit();
    this.#handle.close();
  }

  async #takeTurn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  #giveTurn(): void {
    if (this.#group?.isFull) this.#commit();
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  readonly #giveWay = async (ms: number): Promise<void> => {
    this.#giveTurn();
    await delay(ms);
    await this.#takeTurn();
  };

  /** Immediate, because upgrading a reader to a writer half-way fails without a way to wait. */
  #beginGroup(): void {
    this.#requireFile();
    this.#handle.run(BEGIN);
    const group = {
      units: 0,
      isFull: this.#alone > 0,
      onDisk: Promise.withResolvers<void>(),
    };
    this.#alone = Math.max(0, this.#alone - 1);
    this.#group = group;
    // Every unit may have failed.
    group.onDisk.promise.catch(() => {});
    // By then all have had their turns that came with the first.
    setImmediate(() => {
      group.isFull = true;
      if (this.#group === group && !this.#isTaken) this.#commit();
    });
  }

  /** Between two units. */
  #commit(): void {
    const group = this.#group;
    if (!group) return;
    this.#group = undefined;
    try {
      this.#requireFile();
      this.#handle.run(COMMIT);
      group.onDisk.resolve();
    } catch (error) {
      if (group.units > 1) this.#lose(group, error);
      else {
        this.#rollBack();
        group.onDisk.reject(error);
      }
    }
  }

  #lose(group: Group, cause?: unknown): void {
    this.#group = undefined;
    this.#alone += group.units;
    this.#rollBack();
    group.onDisk.reject(new GroupLost('Others of the same commit failed', { cause }));
  }

  #rollBack(): void {
    // A full disk or an I/O error has rolled back already.
    if (this.#handle.isTransaction) this.#handle.run(ROLLBACK);
  }
}

/** Runs the work again for as long as others took it with them. */
export async function untilAlone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GroupLost)) throw error;
    }
  }
}
