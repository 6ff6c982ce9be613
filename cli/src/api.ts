import { Failure, NOT_SIGNED_IN, NOTHING_FOUND, Refused, USAGE } from './failure.ts';
import type { Machine } from './machine.ts';

/** The server that hands this file out puts its own address here. */
const HANDED_OUT_BY = '%CLIPLINE_SERVER%';
export const TRIES = 5;
const FIRST_WAIT_MS = 300;
/** Of what takes long: a line may be away for half a minute. */
export const FIRST_LONG_WAIT_MS = 2000;
/** The longest that a busy server is waited for. */
const MAX_WAIT_MS = 60_000;
/** With these something in front of a server says that it is not there. */
const AWAY = new Set([502, 503, 504]);
const BUSY = new Set([429, ...AWAY]);

export interface Server {
  /** From which it is called. */
  readonly machine: Pick<Machine, 'stderr' | 'wait'>;
  readonly url: string;
  readonly token: string | undefined;
}

/** As it is pasted from a header, a shell or a file. */
export const bareToken = (text = ''): string =>
  text.replace(/^["'\s]*(?:bearer\s)?["'\s]*/i, '').replace(/["'\s]+$/, '');

/** Whom the command speaks to. A token goes to no server but its own. */
export function serverOf(
  machine: Machine,
  kept: { readonly url: string; readonly token: string } | undefined,
  isInsecure: boolean,
): Server {
  const { CLIPLINE_URL, CLIPLINE_TOKEN } = machine.env;
  const own = HANDED_OUT_BY.startsWith('http') ? HANDED_OUT_BY : undefined;
  const text = CLIPLINE_URL || own || kept?.url || 'http://localhost:3000';
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new Failure(`${text} is no address of a server: it begins with https://`, USAGE);
  const { protocol, hostname, origin } = new URL(text);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && (isLocal || isInsecure)))
    throw new Failure(`${origin} is not encrypted. Use https, or --insecure.`, USAGE);
  return {
    machine,
    url: origin,
    token: bareToken(CLIPLINE_TOKEN) || (kept?.url === origin ? kept.token : undefined),
  };
}

export interface Sent {
  readonly body?: string | FormData | (() => AsyncIterable<Uint8Array>);
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the token, such as signing in. */
  readonly isOpen?: boolean;
  /** Whether it may be repeated when its answer was lost. */
  readonly once?: boolean;
  /** Worth waiting for longer. */
  readonly isLong?: boolean;
}

/** Why there is no reply, in words for a person. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  /** What has none was said by something in between. */
  readonly code?: string;
}

/** When to try again: as the server says, in seconds or as a date, but in a minute at most. */
export function waitMs(
  attempt: number,
  retryAfter: string | null,
  now: number,
  first = FIRST_WAIT_MS,
): number {
  const seconds = Number(retryAfter ?? 0);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - now : seconds * 1000;
  const own = first * 2 ** attempt;
  return Math.min(MAX_WAIT_MS, asked > own ? asked : own);
}

/** Undefined of what is no reply of the contract, as of a cut line. */
type Reading<T> = (response: Response) => Promise<T | undefined>;

type Outcome<T> =
  | { readonly value: T; readonly refusal?: undefined }
  | { readonly refusal: Refusal };

/** Whether the server said so and would say it again, or something in between does, of what is too large. */
const isLasting = ({ status, code }: Refusal): boolean =>
  code === undefined ? status === 413 : !BUSY.has(status) && code !== 'UPLOAD_PART_DAMAGED';

/** One call; tried again while the line is cut, the server busy, or the reply that of another. */
export async function request<T>(
  server: Server,
  method: string,
  path: string,
  read: Reading<T>,
  sent: Sent = {},
): Promise<Outcome<T>> {
  if (!sent.isOpen && !server.token)
    throw new Failure('You are not signed in. Run: clipline login', NOT_SIGNED_IN);
  const headers = {
    ...(server.token && !sent.isOpen ? { authorization: `Bearer ${server.token}` } : {}),
    ...(sent.type ? { 'content-type': sent.type } : {}),
    ...sent.headers,
  };
  for (let attempt = 0; ; attempt++) {
    const isLast = sent.once === true || attempt + 1 >= TRIES;
    let retryAfter: string | null = null;
    try {
      const response = await fetch(server.url + path, {
        method,
        headers,
        redirect: 'error',
        ...(typeof sent.body === 'function'
          ? { body: sent.body(), duplex: 'half' as const }
          : sent.body !== undefined && { body: sent.body }),
      });
      retryAfter = response.headers.get('retry-after');
      const value = response.ok ? await read(response) : undefined;
      if (value !== undefined) return { value };
      const refusal = response.ok
        ? { status: response.status, error: `${server.url} is no Clipline server.` }
        : await refusalOf(response);
      // What was cut off is still waited for there, or another sends it: that is no try.
      if (refusal.code === 'UPLOAD_BUSY') attempt -= 1;
      else if (isLast || isLasting(refusal)) return { refusal };
    } catch (error) {
      if (isLast) throw unreachable(server, error);
    }
    const first = sent.isLong ? FIRST_LONG_WAIT_MS : FIRST_WAIT_MS;
    await server.machine.wait(waitMs(attempt, retryAfter, Date.now(), first));
  }
}

export const unreachable = ({ url }: Server, error: unknown) => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return new Failure(`${url} cannot be reached: ${cause?.code ?? cause?.message ?? message}`);
};

/** What the server said instead of an answer. */
async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response;
  const text = await response.text();
  try {
    const { error, code } = JSON.parse(text) as Partial<Refusal>;
    if (typeof error === 'string')
      return { status, error, ...(typeof code === 'string' ? { code } : {}) };
  } catch {
    // Said below.
  }
  if (status === 413)
    return {
      status,
      error: 'Something in front of the server takes nothing this large: it answered 413.',
    };
  if (AWAY.has(status))
    return { status, error: 'The server is not answering. Try again in a moment.' };
  return { status, error: `This is no Clipline server: it answered ${status}.` };
}

function failureOf({ status, error, code }: Refusal): Failure {
  // What has no code came from something in between.
  const isOurs = code !== undefined;
  if (status === 401 && isOurs)
    return new Failure('You are not signed in any more. Run: clipline login', NOT_SIGNED_IN);
  const exitCode = status === 404 && isOurs ? NOTHING_FOUND : undefined;
  const mayPass = status === 429 || status >= 500 || (!isOurs && status !== 413);
  return mayPass ? new Failure(error, exitCode) : new Refused(error, status, exitCode);
}

/** What is read of the answer, or the failure that the server named. */
export async function answered<T>(
  server: Server,
  method: string,
  path: string,
  read: Reading<T>,
  sent: Sent = {},
): Promise<T> {
  const outcome = await request(server, method, `/api${path}`, read, sent);
  if (outcome.refusal) throw failureOf(outcome.refusal);
  return outcome.value;
}

/** Tells a reply of the contract from what something in between makes up. */
export type Shape<T> = (reply: Partial<T>) => unknown;

/** The JSON of a reply; undefined of what is none, or is not of this shape. */
export const replyOf =
  <T>(is: Shape<T>): Reading<T> =>
  async (response) => {
    const reply: unknown = await response.json().catch(() => undefined);
    return typeof reply === 'object' && reply !== null && is(reply) ? (reply as T) : undefined;
  };

export const json = <T>(
  server: Server,
  method: string,
  path: string,
  is: Shape<T>,
  sent: Sent = {},
): Promise<T> => answered(server, method, path, replyOf(is), sent);

export const asJson = (body: unknown): Sent => ({
  body: JSON.stringify(body),
  type: 'application/json',
});
