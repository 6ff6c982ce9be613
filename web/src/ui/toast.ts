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
  /** Milliseconds, held between 2000 and 5000. */
  readonly duration?: number;
  readonly action?: ToastAction;
  readonly also?: readonly ToastAction[];
  /** It came from elsewhere and is no reply to what was done here: a reply is read first. */
  readonly news?: boolean;
}

export interface Toast extends ToastOptions {
  readonly id: number;
  readonly variant: 'default' | 'destructive';
  readonly duration: number;
  /** False from its dismissal until its removal. */
  readonly open: boolean;
}

const REMOVE_AFTER_MS = 5000;
const DUPLICATE_GUARD_MS = 2000;
const SHORTEST_MS = 2000;
const LONGEST_MS = 5000;
const USUAL_MS = 3000;

type Timer = ReturnType<typeof setTimeout>;

/**
 * One toast at a time. A newer success replaces an older one; an error replaces a success at once.
 * What comes while an error is shown waits until there was time to read it, and no longer: errors
 * in their order, of successes only the latest. News waits for an answer in the same way, and for
 * one that can be undone until that has had its time.
 */
export class ToastQueue {
  readonly shown = createStore<Toast | null>(() => null);
  #errors: Toast[] = [];
  #success: Toast | null = null;
  #news: Toast | null = null;
  #recent = new Map<string, number>();
  #dismissal: { timer: Timer; startedAt: number; left: number } | null = null;
  #paused = false;
  #shownAt = 0;
  #removal: Timer | undefined;
  #lastId = 0;

  get #now(): Toast | null {
    return this.shown.getState();
  }

  /** The id of the toast, or null when the same one was shown within the last two seconds. */
  show(options: ToastOptions): number | null {
    const variant = options.variant ?? 'default';
    const key = JSON.stringify([variant, options.title, options.description]);
    const now = Date.now();
    const last = this.#recent.get(key);
    if (last !== undefined && now - last < DUPLICATE_GUARD_MS) return null;
    for (const [old, time] of this.#recent)
      if (now - time >= DUPLICATE_GUARD_MS) this.#recent.delete(old);
    this.#recent.set(key, now);

    const usual = variant === 'destructive' || options.action ? LONGEST_MS : USUAL_MS;
    const duration = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, options.duration ?? usual));
    this.#lastId += 1;
    const toast: Toast = { ...options, variant, duration, id: this.#lastId, open: true };
    if (!this.#mustWait(toast)) {
      this.#display(toast);
      return toast.id;
    }
    if (variant === 'destructive') this.#errors.push(toast);
    else if (toast.news) this.#news = toast;
    else this.#success = toast;
    if (this.#isWaitedFor(this.#now)) this.#giveWay();
    return toast.id;
  }

  /** Closes the shown toast, or the one with this id, shown or waiting. */
  dismiss(id?: number): void {
    if (id !== undefined && id !== this.#now?.id) {
      this.#errors = this.#errors.filter((toast) => toast.id !== id);
      if (this.#success?.id === id) this.#success = null;
      if (this.#news?.id === id) this.#news = null;
      return;
    }
    const shown = this.#now;
    if (!shown?.open) return;
    this.#stop();
    this.#removal = setTimeout(() => this.shown.setState(null, true), REMOVE_AFTER_MS);
    const next = this.#errors.shift() ?? this.#success ?? this.#news;
    if (next === this.#success) this.#success = null;
    if (next === this.#news) this.#news = null;
    if (next) this.#display(next);
    else this.shown.setState({ ...shown, open: false }, true);
  }

  clear(): void {
    this.#errors = [];
    this.#success = null;
    this.#news = null;
    this.#recent.clear();
    this.dismiss();
  }

  /** While a pointer is over it or has focus in it, it stays. */
  pause(): void {
    if (!this.#dismissal || this.#paused) return;
    this.#paused = true;
    clearTimeout(this.#dismissal.timer);
    this.#dismissal = {
      ...this.#dismissal,
      left: this.#dismissal.left - (Date.now() - this.#dismissal.startedAt),
      startedAt: Date.now(),
    };
  }

  resume(): void {
    this.#paused = false;
    if (!this.#dismissal || !this.#now?.open) return;
    this.#dismissAfter(
      this.#isWaitedFor(this.#now)
        ? SHORTEST_MS / 2
        : Math.max(SHORTEST_MS / 2, this.#dismissal.left),
    );
  }

  #display(toast: Toast): void {
    this.#stop();
    this.#shownAt = Date.now();
    this.#dismissAfter(this.#isWaitedFor(toast) ? SHORTEST_MS : toast.duration);
    this.shown.setState(toast, true);
  }

  #mustWait(toast: Toast): boolean {
    if (!this.#now?.open) return false;
    if (this.#now.variant === 'destructive') return true;
    return toast.news === true && !this.#now.news;
  }

  /** Whether something waits that may cut short the time of this toast. */
  #isWaitedFor(toast: Toast | null): boolean {
    if (this.#errors.length > 0 || this.#success !== null) return true;
    return this.#news !== null && !toast?.action;
  }

  /** A reply to what was done last must not come long after it. */
  #giveWay(): void {
    if (this.#paused) return;
    const left = this.#shownAt + SHORTEST_MS - Date.now();
    if (left > 0) this.#dismissAfter(left);
    else this.dismiss();
  }

  #dismissAfter(left: number): void {
    if (this.#dismissal) clearTimeout(this.#dismissal.timer);
    this.#dismissal = {
      timer: setTimeout(() => this.dismiss(), left),
      startedAt: Date.now(),
      left,
    };
  }

  #stop(): void {
    if (this.#dismissal) clearTimeout(this.#dismissal.timer);
    this.#dismissal = null;
    this.#paused = false;
    clearTimeout(this.#removal);
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
