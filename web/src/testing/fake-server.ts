import type { ProductError } from '@clipline/contract/errors.ts';
import type {
  BodyOf,
  Endpoint,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@clipline/contract/schemas/endpoint.ts';
import { type CallName, type Calls, endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import { http, HttpResponse } from 'msw/http';
import { expect } from 'vitest';

/** What the page sent, as the contract reads it. */
export interface Sent<N extends CallName> {
  readonly params: ParamsOf<Calls[N]>;
  readonly query: QueryOf<Calls[N]>;
  readonly headers: HeadersOf<Calls[N]>;
  readonly body: BodyOf<Calls[N]>;
  readonly file: File;
  /** Headers that are no call's own. */
  readonly authorization: string | null;
  readonly idempotencyKey: string | null;
}

type Replies<N extends CallName> = ReplyOf<Calls[N]> | Response;
type Handler<N extends CallName> = (sent: Sent<N>) => Replies<N> | Promise<Replies<N>>;

const handlers = new Map<CallName, Handler<never>>();
const received = new Map<CallName, Sent<never>[]>();
/** What went wrong in a call: no test expected it, or the contract refuses it. */
const faults: string[] = [];
/** Between two tests a page that is gone may still ask. */
let listening = false;
/** Counts up with each test. */
let currentTest = 0;

/** Fails the test that runs: something was asked that should not be. */
export function fault(text: string): void {
  if (listening) faults.push(text);
}

export function handle<N extends CallName>(name: N, handler: Handler<N>): void {
  handlers.set(name, handler);
}

type AllReplies = { readonly [N in CallName]?: Replies<N> | undefined };

/** A reply as it stands, for each of some calls. */
export function replies(all: AllReplies): void {
  for (const [name, each] of Object.entries(all))
    handlers.set(name as CallName, () => copyOf(each) as never);
}

const common = new Map<string, unknown>();

/** Replies for every test that says nothing else: what each page asks, whichever it is. */
export function repliesOtherwise(all: AllReplies): void {
  for (const [name, each] of Object.entries(all)) common.set(name, each);
}

const copyOf = (given: unknown) => (given instanceof Response ? given.clone() : given);

export const sent = <N extends CallName>(name: N): readonly Sent<N>[] => received.get(name) ?? [];

export const refuse = (error: ProductError): Response =>
  HttpResponse.json(
    { ...error.details, error: error.message, code: error.code },
    { status: error.status },
  );

/** The wire broke: there is no reply at all. */
export const noReply = (): Response => HttpResponse.error();

/** A reply that comes when the test says so. */
export function later<T>(): { readonly reply: Promise<T>; readonly give: (value: T) => void } {
  let give!: (value: T) => void;
  return { reply: new Promise<T>((resolve) => (give = resolve)), give: (value) => give(value) };
}

/** Never: the page goes on waiting. */
export const silence = (): Promise<never> => new Promise(() => {});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as CallName;

function parsed(name: CallName, what: string, schema: Endpoint['body'], value: unknown) {
  if (!schema) {
    if (what !== 'headers' && value !== undefined && Object.keys(value as object).length > 0)
      fault(`${name} takes no ${what}: ${JSON.stringify(value)}`);
    return undefined;
  }
  const result = schema.safeParse(value);
  if (!result.success) fault(`${name}: ${what} ${result.error.message}`);
  return result.data;
}

async function bodyOf(request: Request, { upload, bytesBody }: Endpoint) {
  if (bytesBody) return { file: new File([await request.blob()], ''), body: undefined };
  // What came in parts is finished by JSON.
  if (upload && !request.headers.get('content-type')?.startsWith('application/json')) {
    const { file, ...fields } = Object.fromEntries(await request.formData());
    return { file, body: fields };
  }
  const text = await request.text();
  return { body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

async function reply(endpoint: Endpoint, request: Request, params: object): Promise<Response> {
  const askedIn = currentTest;
  const name = nameOf(endpoint);
  const handler =
    handlers.get(name) ?? (common.has(name) ? () => copyOf(common.get(name)) : undefined);
  if (!handler) {
    fault(`${name} was called, and no test said handle('${name}', …)`);
    return HttpResponse.error();
  }
  const { file, body } = await bodyOf(request, endpoint);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const call = {
    params: parsed(name, 'params', endpoint.params, params),
    query: parsed(name, 'query', endpoint.query, query),
    headers: parsed(name, 'headers', endpoint.headers, Object.fromEntries(request.headers)),
    body: parsed(name, 'body', endpoint.upload && !file ? endpoint.finish : endpoint.body, body),
    file,
    authorization: request.headers.get('authorization'),
    idempotencyKey: request.headers.get('idempotency-key'),
  } as Sent<never>;
  // What a page sent as it went with its test is read in the next one, which did not send it.
  if (askedIn === currentTest) received.set(name, [...(received.get(name) ?? []), call]);
  const answer: unknown = await handler(call);
  if (answer instanceof Response) return answer;
  const isForever = endpoint.mayReplyNothing && query['forever'] === 'true';
  if (endpoint.reply === 'nothing' || isForever) return new HttpResponse(null, { status: 204 });
  const captureId = (body as { captureId?: string } | undefined)?.captureId;
  // What was captured says so, as on the server.
  return HttpResponse.json(
    captureId === undefined ? (answer as object) : { captureId, ...(answer as object) },
    { status: endpoint.creates ? 201 : 200 },
  );
}

const METHODS = {
  GET: http.get,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
};

/** `/clipboard/history` stands before `/clipboard/{id}`, which would take it too. */
const specific = ({ path }: Endpoint) => path.split('{').length;

export const network = defineNetwork({
  // In the page: there the app has a service worker of its own.
  sources: [
    new InterceptorSource({
      interceptors: [
        new FetchInterceptor(),
        new XMLHttpRequestInterceptor(),
        new WebSocketInterceptor(),
      ],
    }),
  ],
  handlers: [
    ...Object.values<Endpoint>(endpoints)
      .sort((one, other) => specific(one) - specific(other))
      .map((endpoint) =>
        METHODS[endpoint.method](
          `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          ({ request, params }) => reply(endpoint, request, params),
        ),
      ),
    http.all('/api/*', ({ request: { method, url } }) => {
      fault(`${method} ${url} is not in the contract`);
      return HttpResponse.error();
    }),
  ],
  context: { quiet: true },
  onUnhandledFrame: 'bypass',
});

network.enable();

export function beginTest(): void {
  listening = true;
  currentTest += 1;
}

/** Forgets what was said for it; throws when something was asked that should not be. */
export function endTest(): void {
  listening = false;
  const found = faults.splice(0);
  handlers.clear();
  received.clear();
  expect(found, 'what the fake server was asked').toEqual([]);
}
