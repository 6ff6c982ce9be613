import { ProductError } from '@clipline/contract/errors.ts';

export interface QueueLimits {
  /** How much runs at a time, and of it from each sender. */
  readonly running: number;
  readonly runningEach?: number;
  /** How much waits; beyond it the sender with most waiting loses the latest. */
  readonly waiting?: number;
  /** How much waits of each sender; beyond it the newest replaces the oldest. */
  readonly waitingEach?: number;
  /** When the sender of what was refused is to come back. */
  readonly retryAfterSeconds: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * Runs work in turn: one of each sender after the other, however much one of them has waiting.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** By sender, in the order of their next turns. */
  readonly #waiting = new Map<string, readonly Waiting[]>();
  /** The sender of each work that runs. */
  readonly #running: string[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Throws UNAVAILABLE when it gave way to others, or `gone` was aborted before its turn. */
  async run<T>(from: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    await this.#turnOf(from, gone);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(from), 1);
      this.#setLast(from, this.#queueOf(from));
      this.#beginNext();
    }
  }

  #queueOf(from: string): readonly Waiting[] {
    return this.#waiting.get(from) ?? [];
  }

  #setLast(from: string, queue: readonly Waiting[]): void {
    this.#waiting.delete(from);
    if (queue.length > 0) this.#waiting.set(from, queue);
  }

  #turnOf(from: string, gone: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { retryAfterSeconds } = this.#limits;
    const own: Waiting = {
      begin: resolve,
      refuse: () => reject(new ProductError('UNAVAILABLE', {}, retryAfterSeconds)),
    };
    this.#waiting.set(from, [...this.#queueOf(from), own]);
    const leave = () => this.#refuse(from, own);
    if (gone?.aborted) leave();
    gone?.addEventListener('abort', leave, { once: true });
    this.#keepLimits(from);
    this.#beginNext();
    return promise;
  }

  #refuse(from: string, refused: Waiting | undefined): void {
    const others = this.#queueOf(from).filter((each) => each !== refused);
    if (others.length > 0) this.#waiting.set(from, others);
    else this.#waiting.delete(from);
    refused?.refuse();
  }

  #keepLimits(from: string): void {
    const { waiting = Infinity, waitingEach = Infinity } = this.#limits;
    const own = this.#queueOf(from);
    if (own.length > waitingEach) this.#refuse(from, own[0]);
    if ([...this.#waiting.values()].flat().length <= waiting) return;
    let [sender, longest] = [from, own];
    for (const [other, queue] of this.#waiting)
      if (queue.length > longest.length) [sender, longest] = [other, queue];
    this.#refuse(sender, longest.at(-1));
  }

  #beginNext(): void {
    const { running, runningEach = running } = this.#limits;
    for (const [from, [next, ...others]] of this.#waiting) {
      if (this.#running.length >= running) return;
      if (this.#running.filter((each) => each === from).length >= runningEach) continue;
      this.#setLast(from, others);
      this.#running.push(from);
      next?.begin();
    }
  }
}
