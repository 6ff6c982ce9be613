import type { ClientEvent } from '@clipline/contract/schemas/event.ts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { inputSchema, outputSchema } from '@clipline/contract/schemas/json-schemas.ts';
import { type ApiDescription, openApi } from './open-api.ts';
import { type DescribedEvent, openApiPage, PAGE_STYLE } from './open-api-page.ts';
import { cspHash } from './security.ts';

export interface ApiDocs extends ApiDescription {
  readonly clientEvents: Readonly<Record<string, ClientEvent>>;
  readonly serverEvents: Readonly<Record<string, z.ZodMiniType>>;
}

function describedEvents({ clientEvents, serverEvents }: ApiDocs): DescribedEvent[] {
  return [
    ...Object.entries(clientEvents).map(([name, { summary, payload }]) => ({
      name,
      direction: 'client' as const,
      summary,
      payload: inputSchema(payload),
    })),
    ...Object.entries(serverEvents).map(([name, payload]) => ({
      name,
      direction: 'server' as const,
      summary: '',
      payload: outputSchema(payload),
    })),
  ];
}

const CSP = `default-src 'none'; style-src ${cspHash(PAGE_STYLE)}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * The API describes itself: for programs at /api/openapi.json, for people at /api/docs. Both are
 * made when first asked for.
 */
export function serveApiDocs(server: FastifyInstance, docs: ApiDocs): void {
  let made: { json: string; page: string } | undefined;
  const make = () => {
    const api = openApi(docs);
    return { json: JSON.stringify(api), page: openApiPage(api, describedEvents(docs)) };
  };
  server.get('/api/openapi.json', async (_request, reply) => {
    made ??= make();
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(made.json);
  });
  server.get('/api/docs', async (_request, reply) => {
    made ??= make();
    return reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', CSP)
      .type('text/html; charset=utf-8')
      .send(made.page);
  });
}
