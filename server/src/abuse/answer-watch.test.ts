import fastify from 'fastify';
import { expect, test } from 'vitest';
import { failureComplaint, watchAnswers } from '../../testing/answer-watch.ts';

test.each([
  ['{"error":"Room not found","code":"ROOM_NOT_FOUND"}', undefined],
  [
    '{"error":"The Basic plan does not include sharing. To share, choose the Pro or Advanced plan under Pricing on the home page.","code":"SHARING_NOT_IN_PLAN"}',
    undefined,
  ],
  ['<!doctype html><title>Not found</title>', undefined],
  ['{"error":"Room 5 not found","code":"ROOM_NOT_FOUND"}', 'has another text than the catalogue'],
  ['{"error":"Bad Request","statusCode":400}', 'has no code of the catalogue'],
  ['{"code":"NOT_FOUND"}', 'has no text for a person'],
  ['{"error":"ENOENT: /data/blobs","code":"SERVER_ERROR"}', 'tells of its insides'],
  ['TypeError: x\n    at handler (file:///app/x.ts:12:3)', 'tells of its insides'],
  ['no space in /data', 'tells of its insides'],
])('%s: %s', (body, complaint) => {
  expect(failureComplaint(body, '/data')).toBe(complaint);
});

test('a server that answered what it must not is found out', async () => {
  const server = fastify();
  const responses = watchAnswers(server, '/data');
  server.get('/good', async (_request, reply) =>
    reply.code(404).send('{"error":"Not found","code":"NOT_FOUND"}'),
  );
  server.get('/bad', async (_request, reply) =>
    reply.code(400).send('{"error":"/data","code":"NOT_FOUND"}'),
  );
  await server.inject('/good');
  expect(() => responses.check()).not.toThrow();
  await server.inject('/bad');
  expect(() => responses.check()).toThrow('GET /bad 400 tells of its insides');
});
