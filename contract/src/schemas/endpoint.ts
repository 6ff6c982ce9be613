import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { NeededScope } from '../scopes.ts';

/**
 * Who may call: 'user' needs a valid session; 'anyone' also serves signed-out callers (a session
 * that is sent must still be valid); 'grant' needs a session or, in GRANT_HEADER, what
 * opening a link gave; 'admin' needs a session of an admin, and for every other user there is no
 * such call.
 */
export type Access = 'user' | 'anyone' | 'grant' | 'admin';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly scope: NeededScope;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly headers?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** The handler looks for what the call is about first: only then is the body asked for, and refused. */
  readonly readsBodyLast?: true;
  /** Multipart with exactly one part `file`; `body`, where given, describes the other fields. */
  readonly upload?: true;
  /** In place of multipart: the JSON by which the file is one that came in parts. */
  readonly finish?: z.ZodMiniObject;
  /** The handler reads the body as it comes: `application/octet-stream`. */
  readonly bytesBody?: true;
  /** What it adds belongs to another than its caller: the handler asks whether they have space. */
  readonly addsToOthers?: true;
  readonly textBody?: true;
  /** The body may also come as a form: `application/x-www-form-urlencoded`. */
  readonly takesForms?: true;
  /** The handler reads the bytes of the body as they were signed. */
  readonly rawBody?: true;
  /** Of a GET that changes something: nobody may ask for its HEAD. */
  readonly changes?: true;
  /** Returns 201 and honours `Idempotency-Key`. */
  readonly creates?: true;
  /** Returns 202 in place of 201. */
  readonly createsLater?: true;
  /** Tells a repeat instead of `Idempotency-Key`; the handler asks for space once it is none. */
  readonly repeatKey?: string;
  /** Leads (302) to where it is. */
  readonly redirects?: true;
  /** Returns 204 where its query asks for more. */
  readonly mayReplyNothing?: true;
  /** The answer holds a secret that is shown once, and is not kept for a repeat. */
  readonly answersSecret?: true;
  /**
   * It takes rights away, always or where the body has one of these: it needs no space, and is tried
   * until the store takes it, though its caller hears of the failure.
   */
  readonly endsRights?: true | Readonly<Record<string, boolean>>;
  /** Reached by whom the server asks for a second step before they have set one up. */
  readonly withoutSecondStep?: true;
  readonly maxBodyBytes?: number;
  readonly reply: z.ZodMiniType | 'bytes' | 'nothing';
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the literal types, so that both sides infer from them. */
export function endpoint<
  const M extends Endpoint['method'],
  const P extends Endpoint['path'],
  const D extends Omit<Endpoint, 'method' | 'path'>,
>(call: `${M} ${P}`, definition: D): D & { readonly method: M; readonly path: P } {
  const [method, path] = call.split(' ') as [M, P];
  return { ...definition, method, path };
}

type OfCaller = Omit<Endpoint, 'method' | 'path' | 'access' | 'scope'>;

export const endpointsFor =
  <const A extends Access, const S extends NeededScope>(access: A, scope: S) =>
  <const M extends Endpoint['method'], const P extends Endpoint['path'], const D extends OfCaller>(
    call: `${M} ${P}`,
    definition: D,
  ) =>
    endpoint(call, { access, scope, ...definition });

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type HeadersOf<E extends Endpoint> = OutputOf<E['headers']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
export type ReplyOf<E extends Endpoint> = OutputOf<E['reply']>;
export type HeadersInput<E extends Endpoint> = InputOf<E['headers']>;
export type BodyInput<E extends Endpoint> = InputOf<E['body']>;
export type FinishInput<E extends Endpoint> = InputOf<E['finish']>;
