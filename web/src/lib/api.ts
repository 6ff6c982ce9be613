import type {
  BodyInput,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@clipline/contract/endpoint.ts';
import { m } from '../paraglide/messages.js';
import { ApiError } from './api-error.ts';
import { inReadersLanguage } from './failure-language.ts';
import { getSession, replaceTokens } from './session.ts';
import { refreshSession } from './session-refresh.ts';
import { exchange, type Answer, type Outgoing } from './transport.ts';

/** A 401 of these says something about what was typed, not about the session. */
const WITHOUT_REFRESH = new Set(['/auth/login', '/auth/register', '/auth/forgot-password']);

type Given<K extends string, T> = undefined extends T
  ? { readonly [P in K]?: undefined }
  : { readonly [P in K]: T };

export type CallOptions<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  (E extends { readonly upload: true }
    ? { readonly file: File; readonly body?: BodyInput<E> }
    : Given<'body', BodyInput<E>>) & {
    readonly query?: QueryOf<E>;
    readonly headers?: Record<string, string>;
    readonly signal?: AbortSignal;
    readonly onProgress?: (share: number) => void;
    /** Goes out even when the page closes meanwhile; small bodies only. */
    readonly keepalive?: boolean;
    /** The same key makes a repeated create answer with the first result. */
    readonly idempotencyKey?: string;
    /**
     * Leaves the stored session out, and so out of danger: for calls that carry a proof of their
     * own.
     */
    readonly withoutSession?: boolean;
    /** The text when the server gives none. */
    readonly fallback?: string | ((status: number) => string);
  };

export type CallReply<E extends Endpoint> = E['reply'] extends 'bytes' ? Blob : ReplyOf<E>;

type OptionalWhenEmpty<T> = Partial<T> extends T ? [options?: T] : [options: T];
/** What the implementation reads, whichever endpoint it is. */
type AnyOptions = Omit<CallOptions<Endpoint>, 'query' | 'params' | 'body'> & {
  params?: object;
  query?: object;
  body?: object;
  file?: File;
};

/**
 * Calls an endpoint of the contract and answers its reply; throws an ApiError, or an AbortError
 * when cancelled.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: OptionalWhenEmpty<CallOptions<E>>
): Promise<CallReply<E>> {
  const given = (options ?? {}) as unknown as AnyOptions;
  const token = given.withoutSession ? undefined : getSession()?.access_token;
  let answer = await exchange(outgoing(endpoint, given, token));
  if (answer.status === 401 && token && !WITHOUT_REFRESH.has(endpoint.path)) {
    await refreshSession(token);
    answer = await exchange(outgoing(endpoint, given, getSession()?.access_token));
  }
  takeRenewedTokens(answer);
  return (await read(endpoint, answer, given.fallback)) as CallReply<E>;
}

export function urlOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const values = params as Record<string, string>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

function outgoing(endpoint: Endpoint, options: AnyOptions, token: string | undefined): Outgoing {
  const { params, query, body, file, headers, signal, keepalive, onProgress, idempotencyKey } =
    options;
  return {
    method: endpoint.method,
    url: urlOf(endpoint, params, query),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !file && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(file ? { body: formOf(file, body) } : body && { body: JSON.stringify(body) }),
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

async function read(
  endpoint: Endpoint,
  answer: Answer,
  fallback: AnyOptions['fallback'],
): Promise<unknown> {
  const succeeded = answer.status >= 200 && answer.status < 300;
  if (succeeded && endpoint.reply === 'bytes') return answer.blob();
  const text = await answer.text();
  if (succeeded && (endpoint.reply === 'nothing' || text === '')) return undefined;
  const body = parse(text);
  if (succeeded && body !== undefined) return body;
  const { error, code: named } = (body ?? {}) as { error?: unknown; code?: unknown };
  const code = typeof named === 'string' ? named : undefined;
  const byStatus = typeof fallback === 'function' ? fallback(answer.status) : fallback;
  const message =
    typeof error === 'string' && error
      ? await inReadersLanguage(code, error)
      : (byStatus ?? m.ui_request_failed({ status: answer.status }));
  throw new ApiError(message, answer.status, { code, body });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
