import type { IncomingMessage } from 'node:http';
import { ProductError } from '@clipline/contract/errors.ts';
import { GRANT_HEADER } from '@clipline/contract/headers.ts';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type {
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@clipline/contract/schemas/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { App, Asking, Core } from '../app.ts';
import { maxFileBytesOf } from '../config.ts';
import type { Tx } from '../db/database.ts';
import { isNotWritable } from '../db/errors.ts';
import {
  bearerToken,
  type Change,
  type Check,
  type CurrentUser,
  isApiToken,
  requireAdmin,
  requireScope,
  requireSecondStep,
  type Rights,
  rightsOf,
} from './current-user.ts';
import { validate } from './failures.ts';
import { findOutcome } from '../once.ts';
import { createOnce, type Repeatable, repeatableOf, type SentFile } from './idempotency.ts';
import { compressed } from './stream.ts';
import { measureUpload } from './uploads.ts';

const DEFAULT_BODY_BYTES = 64 * 1024;
const BYTES_OF_ONE_CALL = 64 * 1024;
const nothing = z.optional(z.union([z.null(), z.strictObject({})]));

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly headers: HeadersOf<E>;
  readonly body: BodyOf<E>;
  readonly user: E['access'] extends 'user' | 'admin' ? CurrentUser : CurrentUser | null;
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Applies a check that throws to refuse, now and in each transaction of the call. */
  readonly ensure: (check: Check) => void;
  /**
   * In one transaction, in which the session is still open and what was ensured still holds: a body
   * may come long after its headers.
   */
  readonly change: Change;
  readonly checkRights: () => Promise<void>;
  readonly create: E['upload'] extends true
    ? (work: (tx: Tx) => Promise<ReplyOf<E>>, file: SentFile) => Promise<ReplyOf<E>>
    : (work: (tx: Tx) => Promise<ReplyOf<E>>) => Promise<ReplyOf<E>>;
}

/** For callers that neither session nor address tells apart. */
export interface Repeating {
  readonly callerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
  readonly onRepeat: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Where it is done, if what is kept goes with that and is no user's. */
  readonly placeOf?: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
  readonly complete?: (kept: string) => Promise<string>;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
  app: App,
) => Promise<E['reply'] extends z.ZodMiniType ? ReplyOf<E> | FastifyReply : unknown>;

/** Login and the like work with whatever stale token a browser still sends. */
const ignoresSession = (endpoint: Endpoint) =>
  endpoint.path.startsWith('/auth/') && endpoint.access === 'anyone' && endpoint.method === 'POST';

async function callerOf(
  app: Core,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<CurrentUser | null> {
  const token = bearerToken(request.headers.authorization);
  const isIgnored = ignoresSession(endpoint);
  if (isIgnored && !isApiToken(token ?? '')) return null;
  const user = token ? await app.identify(token, request.method !== 'HEAD') : null;
  if (user?.program) await app.limitProgram(user.sessionId);
  requireScope(user, endpoint.scope);
  if (isIgnored) return null;
  const mayBeSignedOut =
    endpoint.access === 'anyone' ||
    (endpoint.access === 'grant' && request.headers[GRANT_HEADER] !== undefined);
  if (!user && (!mayBeSignedOut || token !== undefined)) throw new ProductError('UNAUTHORIZED');
  return user;
}

export function countLength(
  { countCalls }: Pick<Core, 'countCalls'>,
  address: string,
  bytes: number,
): void {
  const calls = Math.floor(bytes / BYTES_OF_ONE_CALL);
  // Where they cannot be counted, calls go on.
  if (calls > 0) countCalls(address, calls).catch(() => {});
}

async function send(
  app: Core,
  { request, reply }: Pick<Call<Endpoint>, 'request' | 'reply'>,
  endpoint: Endpoint,
  answer: unknown,
): Promise<unknown> {
  if (endpoint.reply === 'bytes') return answer;
  if (endpoint.reply === 'nothing') return reply.code(204).send();
  if (app.checkReplies) endpoint.reply.parse(answer);
  reply.type('application/json; charset=utf-8');
  const json = JSON.stringify(answer);
  // Also where its caller hangs up, and as long as it was before it was compressed.
  countLength(app, request.call.address, json.length);
  // Where a secret is made, how well the answer compresses must tell nothing of it.
  const mayCompress = endpoint.method === 'GET' && !endpoint.answersSecret;
  return reply.send(mayCompress ? await compressed(request, reply, json) : json);
}

const validated = (schema: z.ZodMiniType | undefined, value: unknown) =>
  schema ? validate(schema, value) : undefined;

/** What came in parts took its space as it began. */
function spaceOf(
  app: Core,
  request: FastifyRequest,
  user: CurrentUser | null,
): Pick<FastifyRequest['call'], 'requireSpace' | 'settleSpace'> {
  const unsettled: (() => void)[] = [];
  return {
    async requireSpace(bytes, of = { userId: user?.id ?? null }) {
      if (!request.call.finishing) unsettled.push(await app.requireSpace(of, bytes));
    },
    settleSpace: () => unsettled.splice(0).forEach((settle) => settle()),
  };
}

async function begin(
  app: Core,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const address = app.addressOf(request.raw);
  await app.limitCalls(address);
  const user = await callerOf(app, endpoint, request);
  const rights = rightsOf(app.db, app.identifySession, user);
  if (endpoint.access === 'admin') rights.ensure(requireAdmin);
  if (!endpoint.withoutSecondStep) rights.ensure(requireSecondStep);
  const isLong =
    endpoint.upload === true || endpoint.bytesBody === true || endpoint.reply === 'bytes';
  request.call = {
    address,
    user,
    ...spaceOf(app, request, user),
    params: validated(endpoint.params, request.params),
    rights,
    finishing: undefined,
    ended: user && isLong ? app.sessionCalls.begin(user.sessionId, reply.raw) : undefined,
  };
}

async function repeatableFor(
  { config }: Core,
  endpoint: Endpoint,
  repeating: Repeating | undefined,
  { request, reply, body }: Pick<Call<Endpoint>, 'request' | 'reply'> & { readonly body: unknown },
): Promise<Repeatable | undefined> {
  const { address, user } = request.call;
  const caller = repeating ? await repeating.callerOf(request, reply) : (user?.id ?? address);
  if (!endpoint.creates || endpoint.answersSecret || hasRepeatKey(endpoint, request, body))
    return undefined;
  const place = await repeating?.placeOf?.(request, reply);
  return repeatableOf(
    config.APP_SECRET,
    request.headers['idempotency-key'] as string | undefined,
    place === undefined
      ? { as: caller, userId: user?.id ?? null }
      : { as: caller, userId: null, place },
    request.url,
    body,
  );
}

async function serveCall<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  repeating: Repeating | undefined,
  insist: Insist | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { address, user, params, rights } = request.call;
  const isReadByHandler = endpoint.upload || endpoint.rawBody || endpoint.bytesBody;
  const read = () =>
    isReadByHandler ? undefined : validate(endpoint.body ?? nothing, request.body);
  const body = endpoint.readsBodyLast ? request.body : read();
  const repeatable = await repeatableFor(app, endpoint, repeating, { request, reply, body });
  const finishing = finishingOf(endpoint, request.body);
  request.call.finishing = finishing;
  const sent = async () =>
    finishing ? inParts(finishing) : endpoint.upload && measureUpload(request, fieldsOf(endpoint));
  const earlier = repeatable && (await findOutcome(app.db, repeatable(sent)));
  const created = endpoint.createsLater ? 202 : 201;
  if (earlier) {
    await rights.check(app.db);
    await repeating?.onRepeat(request, reply);
    return reply
      .code(created)
      .type('application/json; charset=utf-8')
      .send((await repeating?.complete?.(earlier.reply)) ?? earlier.reply);
  }
  if (addsToCaller(endpoint, body) && !hasRepeatKey(endpoint, request, body))
    await request.call.requireSpace(
      bytesOf(request, endpoint.upload && maxFileBytesOf(app.config)),
    );
  const call = {
    params,
    query: validated(endpoint.query, request.query),
    headers: validated(endpoint.headers, request.headers),
    get body() {
      return endpoint.readsBodyLast ? read() : body;
    },
    user,
    address,
    request,
    reply,
    ensure: rights.ensure,
    change: rights.change,
    checkRights: () => rights.check(app.db),
    create: (work: (tx: Tx) => Promise<unknown>, file?: SentFile) =>
      createOnce(
        app.db,
        repeatable?.(async () => (finishing ? inParts(finishing) : file)),
        rights.within(work),
      ),
  };
  // A handler that finds what it was to create says 200.
  reply.code(endpoint.creates ? created : 200);
  const act = () => handler(call as Call<E>, app);
  const result = await (insist && endsRights(endpoint, body)
    ? insist(`${request.url} ${user?.sessionId ?? request.headers.cookie ?? address}`, act)
    : act());
  // A caller who leaves in the middle of a long answer ends it without its being sent.
  return reply.sent || reply.raw.headersSent || result === reply
    ? reply
    : send(app, { request, reply }, endpoint, result);
}

export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  repeating?: Repeating,
): void {
  app.served.add(endpoint);
  const insist = endpoint.endsRights ? insisting() : undefined;
  app.server.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES,
    config: { endpoint, isCountedAsPage: false },
    exposeHeadRoute: endpoint.method === 'GET' && !endpoint.changes,
    onRequest: (request, reply) => begin(app, endpoint, request, reply),
    handler: (request, reply) =>
      serveCall(app, endpoint, handler, repeating, insist, request, reply).finally(
        request.call.settleSpace,
      ),
  });
}

const hasRepeatKey = (
  { repeatKey }: Endpoint,
  { headers }: FastifyRequest,
  body: unknown,
): boolean =>
  repeatKey !== undefined &&
  (headers[repeatKey] !== undefined ||
    (body as Record<string, unknown> | null | undefined)?.[repeatKey] !== undefined);

const endsRights = ({ endsRights: ends }: Endpoint, body: unknown): boolean =>
  ends === true ||
  Object.entries(ends ?? {}).some(
    ([key, value]) => (body as Record<string, unknown>)[key] === value,
  );

/** A text that replaces another may be far longer than that. */
const addsToCaller = (endpoint: Endpoint, body: unknown): boolean =>
  !endpoint.addsToOthers &&
  !endpoint.endsRights &&
  (endpoint.creates === true ||
    endpoint.method === 'PUT' ||
    (body as { content?: unknown } | null | undefined)?.content !== undefined);

/** What does not say how long it is counts as the longest that it may be. */
export const bytesOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  longest = MAX_FILE_BYTES,
): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : longest;

const fieldsOf = ({ body }: Endpoint): string[] =>
  Object.keys((body as z.ZodMiniObject | undefined)?.shape ?? {});

/** The upload that came in parts and is to be the file of a call. */
export interface Finishing {
  readonly uploadId: string;
  readonly [field: string]: unknown;
}

const finishingOf = ({ finish }: Endpoint, body: unknown): Finishing | undefined =>
  finish && body !== undefined && body !== null ? (validate(finish, body) as Finishing) : undefined;

/** What tells a repeat: the upload is gone by then. */
const inParts = (finishing: Finishing): SentFile => ({
  name: JSON.stringify(finishing),
  size: 0,
  sha256: '',
  fields: {},
});

declare module 'fastify' {
  interface FastifyRequest {
    call: {
      address: string;
      user: CurrentUser | null;
      params: unknown;
      requireSpace: (bytes: number, of?: Asking) => Promise<void>;
      /** What space was asked for is stored, or never will be; so it is once the handler is done. */
      settleSpace: () => void;
      rights: Rights;
      finishing: Finishing | undefined;
      ended: AbortSignal | undefined;
    };
  }
}

const AGAIN_MS = 2000;
const MAX_WAITING = 1000;

export type Insist = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work that fails because the store takes nothing for now fails at once, and is done again until it
 * is done, or asked for under its key anew, or the process ends.
 */
export function insisting(againMs = AGAIN_MS): Insist {
  const waiting = new Map<string, () => Promise<unknown>>();
  return async function attempt(key, work) {
    try {
      const done = await work();
      waiting.delete(key);
      return done;
    } catch (error) {
      waiting.delete(key);
      if (isNotWritable(error) && waiting.size < MAX_WAITING) {
        waiting.set(key, work);
        const again = () => (waiting.get(key) === work ? attempt(key, work) : undefined);
        setTimeout(() => void again()?.catch(() => {}), againMs).unref();
      }
      throw error;
    }
  };
}
