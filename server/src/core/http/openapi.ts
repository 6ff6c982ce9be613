import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { type ErrorCode, errors } from '@clipline/contract/errors.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import type { ClientEvent } from '@clipline/contract/schemas/event.ts';
import {
  inputSchema,
  type JsonSchema,
  modelSchemas,
  outputSchema,
} from '@clipline/contract/schemas/json-schemas.ts';
import { scopes } from '@clipline/contract/scopes.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

export interface ApiDescription {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly clientEvents: Readonly<Record<string, ClientEvent>>;
  readonly serverEvents: Readonly<Record<string, z.ZodMiniType>>;
  readonly version: string;
}

type Content = Record<string, { readonly schema: JsonSchema }>;
type Responses = Record<string, { readonly description: string; readonly content?: Content }>;

const DESCRIPTION =
  'Calls carry `Authorization: Bearer <access_token>` of a session from POST /auth/login; an access token lives an hour and is renewed with POST /auth/refresh. ' +
  'A program carries an API token (`clipline_…`) instead, within its scopes; where a call names none, no token is taken. ' +
  'Every failure is `{"error": "<text for a person>", "code": "<CODE>"}`, with `values` where its text names something. Times are ISO 8601 in UTC, ids are opaque.';

const SOCKET =
  'Live news come by Socket.IO, websocket transport only, with the access token as `auth.token`; without one the socket is anonymous. ' +
  'Each event of a client takes an optional acknowledgement: `{ok: true, …}` or `{ok: false, error, code, values}`. ' +
  'What each carries stands in `x-events`.';

const eventsOf = ({ clientEvents, serverEvents }: ApiDescription) => ({
  client: Object.entries(clientEvents).map(([name, { summary, payload }]) => ({
    name,
    summary,
    payload: inputSchema(payload),
  })),
  server: Object.entries(serverEvents).map(([name, payload]) => ({
    name,
    payload: outputSchema(payload),
  })),
});

const takesRepeatKey = ({ creates, answersSecret }: Endpoint) => creates && !answersSecret;

function failuresOf(endpoint: Endpoint): ErrorCode[] {
  const takesBody =
    endpoint.body !== undefined ||
    endpoint.upload === true ||
    endpoint.rawBody === true ||
    endpoint.bytesBody === true;
  const failures: ErrorCode[] = [
    ...(endpoint.errors ?? []),
    'INVALID_REQUEST',
    'UNAUTHORIZED',
    'TOO_MANY_REQUESTS',
    'SERVER_ERROR',
    'UNAVAILABLE',
  ];
  if (takesBody) failures.push('TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (endpoint.method !== 'GET') failures.push('STORAGE_FULL');
  if (!endpoint.withoutSecondStep) failures.push('SECOND_STEP_REQUIRED');
  if (takesRepeatKey(endpoint)) failures.push('IDEMPOTENCY_KEY_REUSED');
  if (endpoint.scope === null) failures.push('TOKEN_NOT_ALLOWED');
  else if (endpoint.scope !== 'any') failures.push('SCOPE_MISSING');
  return [...new Set(failures)];
}

const failureSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'A text for a person.' },
    code: { type: 'string', enum: Object.keys(errors), description: 'The same, for a program.' },
    values: {
      type: 'object',
      description: 'What the text names, such as `max`.',
      additionalProperties: { type: ['string', 'number'] },
    },
  },
  required: ['error'],
};

const retryAfter = {
  headers: {
    'Retry-After': {
      description: 'Seconds after which a repeat may succeed.',
      schema: { type: 'integer' },
    },
  },
};

function failureResponses(endpoint: Endpoint): Responses {
  const byStatus = Map.groupBy(failuresOf(endpoint), (code) => errors[code].status);
  const responses = [...byStatus].map(([status, codes]): [string, Responses[string]] => [
    String(status),
    {
      description: codes.map((code) => `${code}: ${errors[code].text}`).join('\n\n'),
      ...(status === 429 || status === 503 ? retryAfter : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ]);
  return Object.fromEntries(responses);
}

function success(endpoint: Endpoint): Responses {
  const { reply } = endpoint;
  if (endpoint.redirects) return { 302: { description: 'Where it is, in Location.' } };
  const nothing = { 204: { description: 'Done.' } };
  if (reply === 'nothing') return nothing;
  if (reply === 'bytes') {
    const content = { 'application/octet-stream': { schema: {} } };
    return {
      200: { description: 'The bytes.', content },
      206: { description: 'The requested range.', content },
    };
  }
  const content = { 'application/json': { schema: outputSchema(reply) } };
  if (!endpoint.creates)
    return {
      200: { description: 'Done.', content },
      ...(endpoint.mayReplyNothing && nothing),
    };
  const created = endpoint.createsLater ? 202 : 201;
  const description = 'Created, or created before with the same Idempotency-Key.';
  const before = `Created before with the same ${endpoint.repeatKey}.`;
  return {
    [created]: { description, content },
    ...(endpoint.repeatKey !== undefined && { 200: { description: before, content } }),
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your choice: a repeat with it within 24 hours gets the first answer again.',
  schema: { type: 'string', maxLength: 255 },
};

const parametersIn = (schema: z.ZodMiniObject | undefined, location: string) => {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: each,
  }));
};

function parametersOf(endpoint: Endpoint) {
  return [
    ...parametersIn(endpoint.params, 'path'),
    ...parametersIn(endpoint.query, 'query'),
    ...parametersIn(endpoint.headers, 'header'),
    ...(takesRepeatKey(endpoint) ? [idempotencyKey] : []),
  ];
}

function contentOf({ textBody, takesForms }: Endpoint, schema: JsonSchema) {
  if (textBody) return { 'text/plain': { schema } };
  const form = { 'application/x-www-form-urlencoded': { schema } };
  return { 'application/json': { schema }, ...(takesForms ? form : {}) };
}

function bodyOf(endpoint: Endpoint): { requestBody?: { required: boolean; content: Content } } {
  const fields = endpoint.body && inputSchema(endpoint.body);
  if (endpoint.bytesBody)
    return {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    };
  if (endpoint.rawBody)
    return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } };
  if (!endpoint.upload)
    return fields ? { requestBody: { required: true, content: contentOf(endpoint, fields) } } : {};
  const { properties = {}, required = [] } = (fields ?? {}) as {
    properties?: object;
    required?: string[];
  };
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: 'Exactly one file, at most as many bytes as maxFileBytes of GET /features says.',
  };
  const schema = {
    type: 'object',
    properties: { ...properties, file },
    required: [...required, 'file'],
  };
  const content: Content = { 'multipart/form-data': { schema } };
  if (endpoint.finish) content['application/json'] = { schema: inputSchema(endpoint.finish) };
  return { requestBody: { required: true, content } };
}

const tagOf = (endpoint: Endpoint) => endpoint.path.split('/')[1] ?? '';

/** Who may call: the scope that a token needs stands beside its name, as OpenAPI 3.1 lets it. */
function securityOf({ access, scope }: Endpoint): object[] {
  const tokens = scope === null ? [] : [{ token: scope === 'any' ? [] : [scope] }];
  return [...(access === 'user' || access === 'admin' ? [] : [{}]), { session: [] }, ...tokens];
}

function operation(name: string, endpoint: Endpoint) {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    ...(endpoint.scope === null ? {} : { 'x-scope': endpoint.scope }),
    parameters: parametersOf(endpoint),
    ...bodyOf(endpoint),
    responses: { ...success(endpoint), ...failureResponses(endpoint) },
  };
}

export type OpenApi = ReturnType<typeof openApi>;

export function openApi(api: ApiDescription) {
  const { endpoints, version } = api;
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Clipline API',
      version,
      description: `${DESCRIPTION}\n\n${SOCKET}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(Object.values(endpoints).map(tagOf))].map((name) => ({ name })),
    paths,
    'x-events': eventsOf(api),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access_token of a session.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'clipline_…',
          description: `An API token, made on the account page or by POST /auth/device, within its scopes: ${scopes.join(', ')}.`,
        },
      },
      schemas: { ...modelSchemas(), Failure: failureSchema } as Record<string, JsonSchema>,
    },
  };
}

const require = createRequire(import.meta.url);
const FILES = [
  ['/api/docs/swagger-ui.css', require.resolve('swagger-ui-dist/swagger-ui.css'), 'text/css'],
  [
    '/api/docs/swagger-ui-bundle.js',
    require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    'text/javascript',
  ],
] as const;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clipline API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="reader"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;
/** Without its validator, which would show the address of this server to another. */
const START = `SwaggerUIBundle({
  dom_id: '#reader',
  url: '/api/openapi.json',
  validatorUrl: 'none',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
});
`;

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function serveApiDocs(server: FastifyInstance, description: ApiDescription): void {
  let json: string | undefined;
  server.get('/api/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(openApi(description));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(json);
  });
  server.get('/api/docs', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', CSP)
      .type('text/html; charset=utf-8')
      .send(PAGE),
  );
  server.get('/api/docs/start.js', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(START),
  );
  for (const [address, file, type] of FILES)
    server.get(address, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(`${type}; charset=utf-8`)
        .send(createReadStream(file)),
    );
}
