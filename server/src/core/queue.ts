import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProductError } from '@clipline/contract/errors.ts';

export interface QueueLimits {
  readonly running: number;
  readonly runningEach?: number;
  /** How much waits; beyond it the sender with most waiting loses the latest. */
  readonly waiting?: number;
  /** How much waits of each sender; beyond it the newest replaces the oldest. */
  readonly waitingEach?: number;
  readonly retryAfterSeconds: number;
}

type Waiting = PromiseWithResolvers<void>;

/** One of each sender after the other, however much one of them has waiting. */
export class Queue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  readonly #running = new Map<string, number>();
  #runningCount = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Throws UNAVAILABLE when it gave way to others, or `gone` was aborted before its turn. */
  async run<T>(from: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    await this.#turnOf(from, gone);
    try {
      return await work();
    } finally {
      this.#count(from, -1);
      this.#setLast(from);
      this.#beginNext();
    }
  }

  #setLast(from: string): void {
    const queue = this.#waiting.get(from);
    this.#waiting.delete(from);
    if (queue) this.#waiting.set(from, queue);
  }

  #turnOf(from: string, gone: AbortSignal | undefined): Promise<void> {
    const own = Promise.withResolvers<void>();
    const queue = this.#waiting.get(from) ?? [];
    this.#waiting.set(from, queue);
    queue.push(own);
    this.#waitingCount += 1;
    const leave = () => this.#refuse(from, own);
    if (gone?.aborted) leave();
    gone?.addEventListener('abort', leave, { once: true });
    this.#keepLimits(from, queue);
    this.#beginNext();
    // The signal may live as long as the program.
    return own.promise.finally(() => gone?.removeEventListener('abort', leave));
  }

  #leave(from: string, one: Waiting | undefined): boolean {
    const queue = this.#waiting.get(from) ?? [];
    const at = one ? queue.indexOf(one) : -1;
    if (at === -1) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#waiting.delete(from);
    this.#waitingCount -= 1;
    return true;
  }

  #refuse(from: string, one: Waiting | undefined): void {
    if (this.#leave(from, one))
      one?.reject(new ProductError('UNAVAILABLE', {}, this.#limits.retryAfterSeconds));
  }

  #keepLimits(from: string, queue: readonly Waiting[]): void {
    const { waiting = Infinity, waitingEach = Infinity } = this.#limits;
    if (queue.length > waitingEach) this.#refuse(from, queue[0]);
    if (this.#waitingCount <= waiting) return;
    let [sender, longest] = [from, queue];
    for (const [other, theirs] of this.#waiting)
      if (theirs.length > longest.length) [sender, longest] = [other, theirs];
    this.#refuse(sender, longest.at(-1));
  }

  #count(from: string, by: 1 | -1): void {
    this.#runningCount += by;
    const running = (this.#running.get(from) ?? 0) + by;
    if (running > 0) this.#running.set(from, running);
    else this.#running.delete(from);
  }

  #beginNext(): void {
    const { running, runningEach = running } = this.#limits;
    for (const [from, [next]] of this.#waiting) {
      if (this.#runningCount >= running) return;
      if ((this.#running.get(from) ?? 0) >= runningEach) continue;
      this.#leave(from, next);
      this.#setLast(from);
      this.#count(from, 1);
      next?.resolve();
    }
  }
}

/** So long may work go on in one turn of the event loop. */
const MAX_TURN_MS = 8;
let turnBegan: number | undefined;

/** Called between two of many things: others have their turn where this one has lasted long. */
export async function giveTurn(): Promise<void> {
  if (turnBegan !== undefined && performance.now() - turnBegan > MAX_TURN_MS) await nextTurn();
  if (turnBegan !== undefined) return;
  turnBegan = performance.now();
  setImmediate(() => (turnBegan = undefined));
}
