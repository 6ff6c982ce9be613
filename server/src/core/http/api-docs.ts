import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { type ApiDescription, openApi } from './open-api.ts';

const require = createRequire(import.meta.url);
/** Swagger UI as its package brings it: address, file, media type. */
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

/**
 * The API describes itself: for programs at /api/openapi.json, which is made when it is first asked
 * for, and for people at /api/docs.
 */
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
