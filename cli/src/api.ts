import { setTimeout as delay } from 'node:timers/promises';
import { Failure, NOT_SIGNED_IN, NOTHING_FOUND, Refused, USAGE } from './failure.ts';

/** The server that hands this file out puts its own address here. */
const HANDED_OUT_BY = '%CLIPLINE_SERVER%';
const TRIES = 5;
const FIRST_WAIT_MS = 300;
/** The longest that a busy server is waited for. */
const MAX_WAIT_MS = 60_000;

export interface Server {
  readonly url: string;
  readonly token: string | undefined;
}

/** Whom the command speaks to. A token goes to no server but its own. */
export function serverOf(
  kept: { readonly url: string; readonly token: string } | undefined,
  isInsecure: boolean,
): Server {
  const { CLIPLINE_URL, CLIPLINE_TOKEN } = process.env;
  const own = HANDED_OUT_BY.startsWith('http') ? HANDED_OUT_BY : undefined;
  const text = CLIPLINE_URL || own || kept?.url || 'http://localhost:3000';
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new Failure(`${text} is no address of a server: it begins with https://`, USAGE);
  const { protocol, hostname, origin } = new URL(text);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && (isLocal || isInsecure)))
    throw new Failure(`${origin} is not encrypted. Use https, or --insecure.`, USAGE);
  return {
    url: origin,
    token: CLIPLINE_TOKEN || (kept?.url === origin ? kept.token : undefined),
  };
}

export interface Sent {
  readonly body?: string | FormData;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the token, such as signing in. */
  readonly isOpen?: boolean;
  /** Whether it may be repeated when its answer was lost. */
  readonly once?: boolean;
}

export interface Refusal {
  readonly error: string;
  readonly code?: string;
}

async function waitBefore(attempt: number, retryAfter: string | null): Promise<void> {
  const asked = Number(retryAfter ?? 0) * 1000;
  await delay(Math.min(MAX_WAIT_MS, Math.max(asked, FIRST_WAIT_MS * 2 ** attempt)));
}

/** One call; tried again while the line is cut or the server busy. */
export async function request(
  server: Server,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Response> {
  if (!sent.isOpen && !server.token)
    throw new Failure('You are not signed in. Run: clipline login', NOT_SIGNED_IN);
  const headers = {
    ...(server.token && !sent.isOpen ? { authorization: `Bearer ${server.token}` } : {}),
    ...(sent.type ? { 'content-type': sent.type } : {}),
    ...sent.headers,
  };
  for (let attempt = 0; ; attempt++) {
    const isLast = sent.once === true || attempt + 1 >= TRIES;
    try {
      const response = await fetch(server.url + path, {
        method,
        headers,
        redirect: 'error',
        ...(sent.body === undefined ? {} : { body: sent.body }),
      });
      if (isLast || ![429, 502, 503, 504].includes(response.status)) return response;
      await response.body?.cancel();
      await waitBefore(attempt, response.headers.get('retry-after'));
    } catch (error) {
      if (isLast) throw unreachable(server, error);
      await waitBefore(attempt, null);
    }
  }
}

const unreachable = ({ url }: Server, error: unknown) => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return new Failure(`${url} cannot be reached: ${cause?.code ?? cause?.message ?? message}`);
};

/** What the server said instead of an answer. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const text = await response.text();
  try {
    const { error, code } = JSON.parse(text) as Refusal;
    if (typeof error === 'string') return { error, ...(code ? { code } : {}) };
  } catch {
    // Said below.
  }
  const { status } = response;
  return {
    error:
      status === 413
        ? 'Something in front of the server takes nothing this large: it answered 413.'
        : `This is no Clipline server: it answered ${status}.`,
  };
}

async function failureOf(response: Response): Promise<Failure> {
  const { status } = response;
  const { error, code } = await refusalOf(response);
  if (status === 401)
    return new Failure('You are not signed in any more. Run: clipline login', NOT_SIGNED_IN);
  // What has no code came from something in between.
  const isOurs = code !== undefined;
  const exitCode = status === 404 && isOurs ? NOTHING_FOUND : undefined;
  const mayPass = status === 429 || status >= 500 || (!isOurs && status !== 413);
  return mayPass ? new Failure(error, exitCode) : new Refused(error, exitCode);
}

/** The answer, or the failure that the server named. */
export async function answered(
  server: Server,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Response> {
  const response = await request(server, method, `/api${path}`, sent);
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** Tells a reply of the contract from what something in between makes up. */
export type Shape<T> = (reply: Partial<T>) => unknown;

/** The JSON of a reply; undefined of what is none, or is not of this shape. */
export async function replyOf<T>(response: Response, is: Shape<T>): Promise<T | undefined> {
  const reply: unknown = await response.json().catch(() => undefined);
  return typeof reply === 'object' && reply !== null && is(reply) ? (reply as T) : undefined;
}

/** A reply of another shape is none: it is asked again, as after a cut line. */
export async function json<T>(
  server: Server,
  method: string,
  path: string,
  is: Shape<T>,
  sent: Sent = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const reply = await replyOf(await answered(server, method, path, sent), is);
    if (reply !== undefined) return reply;
    if (sent.once === true || attempt + 1 >= TRIES)
      throw new Failure(`${server.url} is no Clipline server.`);
    await waitBefore(attempt, null);
  }
}

export const asJson = (body: unknown): Sent => ({
  body: JSON.stringify(body),
  type: 'application/json',
});
