import { ApiError, hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { tabStorage } from '../../lib/storage.ts';
import { m } from '../../paraglide/messages.js';
import { getUser, subscribeToSession } from '../../session/session.ts';
import { confirm } from '../../ui/confirm.ts';
import { ended, GIVEN_UP, KEPT_UPLOADS, type Sending } from './sending.ts';
import { isPassing, OtherBytes, type Round, sendRound } from './parts.ts';
import { begin, headersOf, nameOf, type Place } from './place.ts';

export interface LargeFile {
  readonly file: File;
  readonly place: Place;
  /** What was begun of it before, as its person says. */
  readonly uploadId?: string | undefined;
  readonly signal: AbortSignal;
  readonly onSending: (sending: Sending) => void;
}

const SPEED_OF_MS = 10_000;
const TIME_LEFT_AFTER_MS = 5000;
const SHOW_EVERY_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/** By what of it has gone out when. */
function speedometer() {
  let samples: { readonly at: number; readonly bytes: number }[] = [];
  let since = 0;
  return {
    restart() {
      samples = [];
      since = performance.now();
    },
    /** In bytes a second; `left` in seconds. */
    read(bytes: number, size: number) {
      const at = performance.now();
      samples = [...samples.filter((each) => at - each.at <= SPEED_OF_MS), { at, bytes }];
      const [first] = samples;
      const speed = ((bytes - first!.bytes) / (at - first!.at)) * 1000;
      if (!(speed > 0)) return { speed: null, left: null };
      return { speed, left: at - since < TIME_LEFT_AFTER_MS ? null : (size - bytes) / speed };
    },
  };
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Closing the page asks, and a phone stays awake. */
function holdPage(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const stayAwake = async () => {
    if (document.visibilityState !== 'visible' || !matchMedia('(pointer: coarse)').matches) return;
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (isOver) void lock?.release();
  };
  const seen = () => void stayAwake();
  seen();
  window.addEventListener('beforeunload', ask);
  // A page that was out of sight has lost it.
  document.addEventListener('visibilitychange', seen);
  return () => {
    isOver = true;
    void lock?.release();
    window.removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', seen);
  };
}

const keptAs = (place: Place, { name, size, lastModified }: File): string =>
  `${KEPT_UPLOADS}${nameOf(place)}:${size}:${lastModified}:${name}`;

/**
 * Sends a file in parts and adds it by `finish`, through lost lines, pauses and another sign-in.
 * Fails with what waiting does not mend.
 */
export async function sendLarge<T>(
  { file, place, signal, onSending, ...given }: LargeFile,
  finish: (uploadId: string) => Promise<T>,
): Promise<T> {
  const as = getUser()?.id;
  const kept = keptAs(place, file);
  // Chosen once more after a reload.
  let uploadId = given.uploadId ?? tabStorage.get(kept) ?? undefined;
  let beginKey = randomId();
  let known: Round['known'] = new Set();
  let isTried = false;
  let isWhole = false;
  let attempts = 0;
  let sent = 0;
  const speed = speedometer();
  let shown = 0;
  let stop: (() => void) | undefined;
  let goOn: (() => void) | undefined;
  let isPaused = false;
  const show = (state: Sending['state'], more: Partial<Sending> = {}) =>
    onSending({
      state,
      sent,
      speed: null,
      left: null,
      uploadId,
      pause() {
        isPaused = true;
        stop?.();
      },
      resume: () => goOn?.(),
      ...more,
    });

  /** Until it is resumed, or `ends` says so. */
  const rest = (state: Sending['state'], ends?: (end: () => void) => () => void) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        leave();
        resolve();
      };
      const over = () => {
        leave();
        reject(signal.reason as Error);
      };
      const unsubscribe = ends?.(end);
      const leave = () => {
        unsubscribe?.();
        signal.removeEventListener('abort', over);
      };
      stop = () => {
        end();
      };
      goOn = end;
      signal.addEventListener('abort', over);
      show(state);
    });

  /** Sends what is missing and adds it; a round ends with whatever stops it. */
  async function attempt(): Promise<T> {
    const round = new AbortController();
    isTried = true;
    const over = () => round.abort(signal.reason);
    signal.addEventListener('abort', over);
    stop = () => round.abort();
    speed.restart();
    show('going');
    try {
      if (!isWhole)
        uploadId = await sendRound(file, place, {
          uploadId,
          beginKey,
          as,
          known,
          signal: round.signal,
          onBegun(id) {
            uploadId = id;
            tabStorage.set(kept, id);
          },
          onChecking: () => show('checking'),
          onSent(bytes) {
            if (bytes > sent) attempts = 0;
            sent = bytes;
            const now = performance.now();
            if (now - shown < SHOW_EVERY_MS && bytes < file.size) return;
            shown = now;
            show('going', speed.read(bytes, file.size));
          },
        });
      isWhole = true;
      return await finish(uploadId!);
    } catch (error) {
      if (hasCode(error, 'UPLOAD_INCOMPLETE')) isWhole = false;
      throw error;
    } finally {
      signal.removeEventListener('abort', over);
    }
  }

  const forget = () => {
    tabStorage.remove(kept);
    uploadId = undefined;
    beginKey = randomId();
    known = new Set();
    sent = 0;
  };
  const discard = async (id: string) => {
    ended.add(id);
    const headers = headersOf(place);
    await call('DELETE /uploads/{id}', { params: { id }, headers }).catch(() => undefined);
  };

  /** The call that was to begin it may have arrived: asked for again by its key, it is the same. */
  const discardBegun = async (idempotencyKey: string) => {
    const options = { idempotencyKey, ...(as !== undefined && { as }) };
    const upload = await begin(place, file, options).catch(() => undefined);
    if (upload) await discard(upload.id);
  };

  const release = holdPage();
  try {
    for (;;) {
      try {
        signal.throwIfAborted();
        if (isPaused) {
          isPaused = false;
          await rest('paused');
        }
        const result = await attempt();
        ended.add(uploadId!);
        tabStorage.remove(kept);
        return result;
      } catch (error) {
        if (signal.aborted) {
          if (signal.reason === GIVEN_UP) {
            if (uploadId !== undefined) void discard(uploadId);
            else if (isTried) void discardBegun(beginKey);
            forget();
          }
          throw error;
        }
        if (isPaused) continue;
        const isFull = error instanceof ApiError && error.status === 507;
        if (isFull) await rest('full');
        else if (error instanceof OtherBytes) {
          if (!(await asksToBegin())) throw new DOMException('Not that file', 'AbortError');
          const other = uploadId;
          forget();
          if (other !== undefined) await discard(other);
        } else if (isPassing(error)) {
          attempts += 1;
          await rest('offline', passing(attempts));
        } else if (isOver(error) && given.uploadId === undefined && !isWhole && sent === 0) {
          // What this tab remembers has ended since.
          forget();
        } else throw error;
      }
    }
  } finally {
    release();
  }
}

const isOver = (error: unknown) => hasCode(error, 'UPLOAD_NOT_FOUND');

/** What may end a wait by itself. */
const passing = (attempts: number) => (end: () => void) => {
  const timer = setTimeout(end, Math.min(LONGEST_WAIT_MS, 1000 * 2 ** attempts));
  window.addEventListener('online', end);
  const unsubscribe = subscribeToSession(end);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', end);
    unsubscribe();
  };
};

const asksToBegin = (): Promise<boolean> =>
  confirm({
    title: m.files_other_bytes(),
    description: m.files_other_bytes_text(),
    confirm: m.files_send_from_beginning(),
  });
