import type {
  BodyInput,
  Endpoint,
  FinishInput,
  HeadersInput,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@clipline/contract/schemas/endpoint.ts';
import type { CallName, Calls } from '@clipline/contract/schemas/endpoints.ts';
import { m } from '../paraglide/messages.js';
import { ApiError, noReply } from './api-error.ts';
import { inReadersLanguage } from './failure-language.ts';
import { refreshSession } from '../session/refresh.ts';
import { getSession, getUser, replaceTokens } from '../session/session.ts';
import { type Answer, exchange, type Outgoing } from './transport.ts';

/** A 401 of these says something about what was typed, not about the session. */
const WITHOUT_REFRESH: ReadonlySet<CallName> = new Set([
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/forgot-password',
]);

interface Extras {
  readonly signal?: AbortSignal;
  readonly onProgress?: (share: number) => void;
  /** For small bodies only. */
  readonly keepalive?: boolean;
  readonly idempotencyKey?: string;
  /** For calls that carry a proof of their own: the stored session stays out of danger. */
  readonly withoutSession?: boolean;
  /** The only person as whom it may go out: another tab may sign in another. */
  readonly as?: string;
  readonly fallback?: string | ((status: number) => string);
}

type Given<K extends string, T> = undefined extends T
  ? { readonly [P in K]?: T }
  : object extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

type OptionsOf<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'headers', HeadersInput<E>> &
  (E extends { readonly upload: true }
    ? UploadedOf<E>
    : E extends { readonly bytesBody: true }
      ? { readonly bytes: Blob }
      : Given<'body', BodyInput<E>>) &
  Extras & {
    /**
     * What the reply of the server has: these fields, or no body. Another is a gateway's, and nothing
     * was stored.
     */
    readonly needs?: readonly (keyof ReplyOf<E>)[] | 'nothing';
  };

/** As a whole, or by the id of what came in parts. */
type UploadedOf<E extends Endpoint> =
  | { readonly file: File; readonly body?: BodyInput<E> }
  | { readonly uploadId: string; readonly body?: Omit<FinishInput<E>, 'uploadId'> };

type OptionalWhenEmpty<T> = Partial<T> extends T ? [options?: T] : [options: T];
interface AnyOptions extends Extras {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly file?: File;
  readonly uploadId?: string;
  readonly bytes?: Blob;
  readonly needs?: readonly string[] | 'nothing';
}

type Remedy = (refusal: ApiError) => Promise<boolean>;

let remedy: Remedy | undefined;

/** Told of what is forbidden: true, and the call is sent again. */
export function remedyBy(next: Remedy): void {
  remedy = next;
}

/** Throws an ApiError, or an AbortError when cancelled. */
export async function call<N extends CallName>(
  name: N,
  ...options: OptionalWhenEmpty<OptionsOf<Calls[N]>>
): Promise<ReplyOf<Calls[N]>> {
  const [given = {}] = options as [AnyOptions?];
  try {
    return (await read(await ask(name, given), given)) as ReplyOf<Calls[N]>;
  } catch (error) {
    const isForbidden = error instanceof ApiError && error.status === 403;
    if (!isForbidden || !(await remedy?.(error))) throw error;
    return call(name, ...options);
  }
}

export async function callForBytes<N extends CallName>(
  name: N,
  ...options: OptionalWhenEmpty<OptionsOf<Calls[N]>>
): Promise<Blob> {
  const [given = {}] = options as [AnyOptions?];
  const answer = await ask(name, given);
  if (answer.status >= 300) await read(answer, given);
  return answer.blob();
}

async function ask(name: CallName, given: AnyOptions): Promise<Answer> {
  const tokenNow = () => {
    if (given.as !== undefined && getUser()?.id !== given.as)
      throw new ApiError(m.ui_request_failed({ status: 401 }), 401, { code: 'UNAUTHORIZED' });
    return getSession()?.access_token;
  };
  const token = given.withoutSession ? undefined : tokenNow();
  let answer = await exchange(outgoing(name, given, token));
  if (answer.status === 401 && token && !WITHOUT_REFRESH.has(name)) {
    await refreshSession(token);
    answer = await exchange(outgoing(name, given, tokenNow()));
  }
  takeRenewedTokens(answer);
  return answer;
}

export function urlOf(
  name: CallName,
  params: Readonly<Record<string, string>> = {},
  query: object = {},
): string {
  const path = name
    .slice(name.indexOf('/'))
    .replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(params[parameter] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

function outgoing(name: CallName, options: AnyOptions, token: string | undefined): Outgoing {
  const { params, query, file, uploadId, bytes, headers } = options;
  const { signal, keepalive, onProgress, idempotencyKey } = options;
  const body = uploadId === undefined ? options.body : { ...options.body, uploadId };
  return {
    method: name.slice(0, name.indexOf(' ')),
    url: urlOf(name, params, query),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !file && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-type': 'application/octet-stream' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(file
      ? { body: formOf(file, body) }
      : bytes
        ? { body: bytes }
        : body && { body: JSON.stringify(body) }),
    signal,
    keepalive,
    onProgress,
  };
}

/** Fields stand before the file, so that a server that streams knows them when the bytes arrive. */
function formOf(file: File, fields: object = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', file, file.name);
  return form;
}

function takeRenewedTokens(answer: Answer): void {
  const accessToken = answer.header('x-access-token');
  if (accessToken) replaceTokens({ accessToken, refreshToken: answer.header('x-refresh-token') });
}

const has = (body: unknown, needs: readonly string[] | 'nothing'): boolean =>
  needs === 'nothing' ? body === undefined : needs.every((key) => key in Object(body));

async function read(answer: Answer, { fallback, needs = [] }: AnyOptions): Promise<unknown> {
  const succeeded = answer.status >= 200 && answer.status < 300;
  const text = await answer.text();
  const body = parse(text);
  if (succeeded) {
    if ((text !== '' && body === undefined) || !has(body, needs)) throw noReply();
    return body;
  }
  const { error, code: named, values } = (body ?? {}) as Record<string, unknown>;
  const code = typeof named === 'string' ? named : undefined;
  const byStatus = typeof fallback === 'function' ? fallback(answer.status) : fallback;
  const said =
    typeof error === 'string' && error ? await inReadersLanguage(code, error, values) : undefined;
  const silent = answer.status === 413 ? m.ui_proxy_too_large() : byStatus;
  const message = said ?? silent ?? m.ui_request_failed({ status: answer.status });
  throw new ApiError(message, answer.status, { code, body });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
