import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { listen } from '../../testing/listen.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';
import { queueMail } from './mail/mails.queries.ts';
import { createMetrics } from './metrics.ts';

let app: TestApp | undefined;
afterEach(async () => {
  closeSockets();
  await app?.stop();
  app = undefined;
});

const start = async (environment: Record<string, string> = {}) =>
  (app = await buildTestApp({ METRICS_PORT: '0', ...environment }));
const scrape = async ({ metricsUrl }: TestApp) => (await fetch(`${metricsUrl()}/metrics`)).text();

/** The value of a series such as `name{a="b"}`; undefined when there is none. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};
const requestsOf = (text: string, method: string, route: string, status: string) =>
  valueOf(
    text,
    `clipline_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
  );

test('figures are on the loopback address alone, and on no public path', async () => {
  const running = await start({ HOST: '0.0.0.0' });
  const { hostname, port } = new URL(String(running.metricsUrl()));
  expect(hostname).toBe('127.0.0.1');
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  for (const path of ['/metrics', '/api/metrics']) {
    const open = await fetch(running.url.replace('0.0.0.0', '127.0.0.1') + path);
    expect(open.headers.get('content-type')).not.toMatch(/^text\/plain/);
    expect(await open.text()).not.toContain('clipline_');
  }
  // 127.0.0.2 is this machine too, as every other address it has.
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  for (const address of [...others.map((each) => each.address), '127.0.0.2'])
    await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow();
  await running.stop();
  app = undefined;
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test('a port that is taken is one line that names the variable', async () => {
  const other = createServer();
  const port = await listen(other);
  const metrics = await createMetrics(fastify());
  const listening = metrics.listen(port, {});
  await expect(listening).rejects.toThrow(
    `METRICS_PORT ${port} on 127.0.0.1 cannot be listened on: EADDRINUSE`,
  );
  other.close();
});

onEachDatabase((environment) => {
  test('requests, queues and the process', async () => {
    const running = await start({
      ...environment,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    });
    const { headers } = await signUp(running);
    await call(running, 'POST /clipboard', { body: { content: 'first' }, headers });
    await call(running, 'POST /clipboard', { body: { content: 5 }, headers });
    await queueMail(running.store.db, { kind: 'account-deleted', recipient: 'r@example.com' }, 1);
    const text = await scrape(running);
    expect(requestsOf(text, 'POST', '/api/clipboard', '2xx')).toBe(1);
    expect(requestsOf(text, 'POST', '/api/clipboard', '4xx')).toBe(1);
    expect(valueOf(text, 'clipline_mails_waiting')).toBeGreaterThan(0);
    const queries = valueOf(text, 'clipline_queries_waiting');
    if (environment['DATABASE_URL'] === undefined) expect(queries).toBeUndefined();
    else expect(queries).toBeGreaterThanOrEqual(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });
});

test('whatever callers make up, labels stay the same few, and name no one', async () => {
  const running = await start();
  const person = await signUp(running, { email: 'stranger@example.com' });
  const socket = await connectSocket(running.url, { token: person.session.access_token });
  const clip = await call(running, 'POST /clipboard', {
    body: { content: 'words of mine' },
    headers: person.headers,
  });
  const noise = async (turn: number) => {
    await fetch(`${running.url}/made-up-${turn}`);
    await fetch(`${running.url}/api/made-up-${turn}?token=${turn}`, { method: 'DELETE' });
    await fetch(`${running.url}/assets/made-up-${turn}.js`);
    await fetch(`${running.url}/api/x`, {
      method: ['PROPFIND', 'MKCOL', 'LINK'][turn % 3] as string,
    });
    await call(running, `GET /clipboard/${clip.body.id.slice(0, -2)}${10 + turn}`);
    socket.emit(`made-up-${turn}`, {});
    await ask(socket, 'join:clip', { clipId: `made-up-${turn}` });
  };
  for (let turn = 0; turn < 3; turn++) await noise(turn);
  const names = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('clipline_'))
      .map((line) => line.slice(0, line.lastIndexOf(' ')));
  const before = names(await scrape(running));
  for (let turn = 3; turn < 23; turn++) await noise(turn);
  const text = await scrape(running);
  expect(names(text).toSorted()).toEqual(before.toSorted());
  const secrets = [
    'made-up',
    clip.body.id,
    person.user.id,
    person.user.email,
    'example.com',
    'words of mine',
    person.session.access_token,
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
});
