import { createStore } from 'zustand/vanilla';
import { m } from '../paraglide/messages.js';

export interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface ToastOptions {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Held between 2000 and 5000. */
  readonly duration?: number;
  readonly action?: ToastAction;
  readonly also?: readonly ToastAction[];
  /** No reply to what was done here: a reply is read first. */
  readonly news?: boolean;
}

export interface Toast extends ToastOptions {
  readonly id: number;
  readonly variant: 'default' | 'destructive';
  readonly duration: number;
  readonly open: boolean;
}

const REMOVE_AFTER_MS = 5000;
const DUPLICATE_GUARD_MS = 2000;
const SHORTEST_MS = 2000;
const LONGEST_MS = 5000;
const USUAL_MS = 3000;
/** At least, after a pointer or focus has left it. */
const AFTER_PAUSE_MS = 1000;

type Timer = ReturnType<typeof setTimeout>;

const ERROR = 2;
const rankOf = ({ variant, news }: Toast): number =>
  variant === 'destructive' ? ERROR : news ? 0 : 1;

/**
 * One at a time. A newer one takes the place of another, but an error is read first, and so is a
 * reply that news would cover: two seconds at most, for news as long as an Undo stays. Errors wait
 * in their order, of others only the latest.
 */
export class ToastQueue {
  readonly shown = createStore<Toast | null>(() => null);
  #waiting: readonly Toast[] = [];
  #recent = new Map<string, number>();
  #shownAt = 0;
  #dismissAt = 0;
  #left = 0;
  #dismissal: Timer | undefined;
  #removal: Timer | undefined;
  #paused = false;
  #lastId = 0;

  /** Null when the same one was shown within the last two seconds. */
  show(options: ToastOptions): number | null {
    const variant = options.variant ?? 'default';
    const key = JSON.stringify([variant, options.title, options.description]);
    const now = Date.now();
    for (const [old, time] of this.#recent)
      if (now - time >= DUPLICATE_GUARD_MS) this.#recent.delete(old);
    if (this.#recent.has(key)) return null;
    this.#recent.set(key, now);

    const usual = variant === 'destructive' || options.action ? LONGEST_MS : USUAL_MS;
    const duration = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, options.duration ?? usual));
    this.#lastId += 1;
    const toast: Toast = { ...options, variant, duration, id: this.#lastId, open: true };
    const rank = rankOf(toast);
    const shown = this.shown.getState();
    if (!shown?.open || (rankOf(shown) <= rank && rankOf(shown) < ERROR)) {
      this.#display(toast);
      return toast.id;
    }
    const others = this.#waiting.filter((each) => rank === ERROR || rankOf(each) !== rank);
    this.#waiting = [...others, toast].sort((a, b) => rankOf(b) - rankOf(a));
    if (this.#isWaitedFor(shown) && !this.#paused)
      this.#dismissIn(this.#shownAt + SHORTEST_MS - now);
    return toast.id;
  }

  /** The shown one, or the one with this id. */
  dismiss(id?: number): void {
    const shown = this.shown.getState();
    if (id !== undefined && id !== shown?.id) {
      this.#waiting = this.#waiting.filter((toast) => toast.id !== id);
      return;
    }
    if (!shown?.open) return;
    this.#stop();
    const [next, ...others] = this.#waiting;
    this.#waiting = others;
    if (next) return this.#display(next);
    this.shown.setState({ ...shown, open: false }, true);
    this.#removal = setTimeout(() => this.shown.setState(null, true), REMOVE_AFTER_MS);
  }

  clear(): void {
    this.#waiting = [];
    this.#recent.clear();
    this.dismiss();
  }

  /** While a pointer is over it or has focus in it, it stays. */
  pause(): void {
    if (this.#paused || !this.shown.getState()?.open) return;
    this.#paused = true;
    clearTimeout(this.#dismissal);
    this.#left = this.#dismissAt - Date.now();
  }

  resume(): void {
    const shown = this.shown.getState();
    if (!this.#paused || !shown?.open) return;
    this.#paused = false;
    this.#dismissIn(Math.max(AFTER_PAUSE_MS, this.#isWaitedFor(shown) ? 0 : this.#left));
  }

  #display(toast: Toast): void {
    this.#stop();
    this.#shownAt = Date.now();
    this.shown.setState(toast, true);
    this.#dismissIn(this.#isWaitedFor(toast) ? SHORTEST_MS : toast.duration);
  }

  #isWaitedFor(toast: Toast): boolean {
    return this.#waiting.some((each) => rankOf(each) > 0 || !toast.action);
  }

  #dismissIn(left: number): void {
    clearTimeout(this.#dismissal);
    if (left <= 0) return this.dismiss();
    this.#dismissAt = Date.now() + left;
    this.#dismissal = setTimeout(() => this.dismiss(), left);
  }

  #stop(): void {
    clearTimeout(this.#dismissal);
    clearTimeout(this.#removal);
    this.#paused = false;
  }
}

export const toastQueue = new ToastQueue();

type More = Omit<ToastOptions, 'title' | 'description' | 'variant'>;

/** `toast.success('Link copied')`, `toast.error('Error', 'What to do', { duration: 4000 })`. */
export const toast = {
  success: (title: string, description?: string, more: More = {}) =>
    toastQueue.show({ ...more, title, description }),
  error: (title: string, description?: string, more: More = {}) =>
    toastQueue.show({ ...more, title, description, variant: 'destructive' }),
  dismiss: (id?: number) => toastQueue.dismiss(id),
  clear: () => toastQueue.clear(),
};

export const undoable = (undo: (() => void) | undefined): More =>
  undo ? { action: { label: m.ui_undo(), onPress: undo } } : {};
