import { createServer } from 'node:http';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signUp } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { ask, closeSockets, connectSocket, settle } from '../../../testing/sockets.ts';
import { upload } from '../../../testing/uploads.ts';
import { queueMail } from '../mail/mails.queries.ts';
import { createScheduler } from '../jobs/scheduler.ts';
import { transact } from '../database/database.ts';
import { keptFor } from '../kept-for.ts';
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

test('without METRICS_PORT nothing listens', async () => {
  app = await buildTestApp();
  expect(app.metricsUrl()).toBeUndefined();
});

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
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const metrics = await createMetrics();
  const sources = { version: '1', openSockets: () => 0, connections: undefined, redis: undefined };
  const listening = metrics.listen(port, {
    ...sources,
    mails: async () => ({ new: 0, failed: 0, oldest: null }),
    storedBytes: async () => 0,
    freeBytes: async () => 0,
  });
  await expect(listening).rejects.toThrow(
    `METRICS_PORT ${port} on 127.0.0.1 cannot be listened on: EADDRINUSE`,
  );
  other.close();
});

onEachDatabase((environment) => {
  test('what happens is counted', async () => {
    const running = await start(environment);
    const person = await signUp(running);
    const before = await scrape(running);
    expect(valueOf(before, 'clipline_sockets_open')).toBe(0);
    expect(valueOf(before, 'clipline_stored_bytes')).toBe(0);

    const { headers } = person;
    const clip = await call(running, 'POST /clipboard', { body: { content: 'first' }, headers });
    for (const content of ['second', 'third'])
      await call(running, `PUT /clipboard/${clip.body.id}`, { body: { content }, headers });
    await call(running, `PUT /clipboard/${clip.body.id}`, { body: { content: 5 }, headers });
    const viewers = await Promise.all([1, 2, 3].map(() => connectSocket(running.url)));
    for (const viewer of viewers) await ask(viewer, 'join:clip', { clipId: clip.body.id });
    await ask(viewers[0] as never, 'join:clip', { clipId: 5 });
    await call(running, `PUT /clipboard/${clip.body.id}`, { body: { content: 'fourth' }, headers });
    await settle(...viewers);
    await expect(
      transact(running.store.db, () => Promise.reject(new Error('undone'))),
    ).rejects.toThrow();

    const after = await scrape(running);
    expect(requestsOf(after, 'POST', '/api/clipboard', '2xx')).toBe(1);
    expect(requestsOf(after, 'PUT', '/api/clipboard/:id', '2xx')).toBe(3);
    expect(requestsOf(after, 'PUT', '/api/clipboard/:id', '4xx')).toBe(1);
    const events = (outcome: string) =>
      valueOf(after, `clipline_socket_events_total{event="join:clip",outcome="${outcome}"}`);
    expect([events('ok'), events('refused')]).toEqual([3, 1]);
    expect(valueOf(after, 'clipline_sockets_open')).toBe(3);
    // Each to the owner, who is told who wrote it, and to all others.
    expect(valueOf(after, 'clipline_publishes_total{event="clip-content-updated"}')).toBe(6);
    expect(valueOf(after, 'clipline_deliveries_total{event="clip-content-updated"}')).toBe(3);
    expect(
      valueOf(after, 'clipline_transactions_total{outcome="committed"}'),
    ).toBeGreaterThanOrEqual(4);
    expect(valueOf(after, 'clipline_transactions_total{outcome="undone"}')).toBe(1);
    expect(valueOf(after, 'clipline_disk_free_bytes')).toBeGreaterThan(0);
    expect(valueOf(after, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(after).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(after).toMatch(/^clipline_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    const connections = valueOf(after, 'clipline_database_connections{state="idle"}');
    if (environment['DATABASE_URL'] === undefined) expect(connections).toBeUndefined();
    else expect(connections).toBeGreaterThan(0);
  });

  test('mails that wait or failed, and stored bytes', async () => {
    const running = await start({
      ...environment,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    });
    await queueMail(
      running.store.db,
      { kind: 'account-deleted', recipient: 'r@example.com' },
      Date.now() - 60_000,
    );
    const waiting = async (state: string) =>
      valueOf(await scrape(running), `clipline_mails_waiting{state="${state}"}`);
    await running.mail.deliver();
    await expect.poll(async () => [await waiting('new'), await waiting('failed')]).toEqual([0, 1]);
    expect(valueOf(await scrape(running), 'clipline_oldest_mail_seconds')).toBeGreaterThanOrEqual(
      60,
    );
    await running.stop();
    const again = await start(environment);
    const { headers } = await signUp(again);
    const clip = await call(again, 'POST /clipboard', { body: { content: 'x' }, headers });
    await upload(again, `/clipboard/${clip.body.id}/files`, headers, {
      bytes: Buffer.alloc(1234, 7),
    });
    expect(valueOf(await scrape(again), 'clipline_stored_bytes')).toBe(1234);
  });
});

test('refusals are counted by their limit', async () => {
  const running = await start({ RATE_LIMITS: 'on' });
  const { user } = await signUp(running);
  for (let tried = 0; tried < 7; tried++)
    await call(running, 'POST /auth/login', {
      body: { email: user.email, password: 'wrong password' },
    });
  expect(
    valueOf(await scrape(running), 'clipline_rate_limit_refusals_total{limit="loginFailures"}'),
  ).toBe(2);
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
      // What a job did so far is a matter of time; its names are not the callers'.
      .filter((line) => line.startsWith('clipline_') && !line.startsWith('clipline_job_'))
      .map((line) => line.slice(0, line.lastIndexOf(' ')));
  const before = names(await scrape(running));
  for (let turn = 3; turn < 23; turn++) await noise(turn);
  const text = await scrape(running);
  expect(names(text).toSorted()).toEqual(before.toSorted());
  expect(valueOf(text, 'clipline_socket_events_total{event="unknown",outcome="refused"}')).toBe(23);
  expect(requestsOf(text, 'other', '*', '4xx')).toBe(23);
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

test('events dropped from a socket that sends too many are counted', async () => {
  const running = await start({ RATE_LIMITS: 'on' });
  const socket = await connectSocket(running.url);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  for (let sent = 0; sent < 400; sent++) socket.emit('leave:clip', { clipId: 'c1' });
  await closed;
  expect(
    valueOf(
      await scrape(running),
      'clipline_socket_events_total{event="leave:clip",outcome="dropped"}',
    ),
  ).toBeGreaterThan(0);
});

test('jobs tell how they ended and when they last ended well', async () => {
  const ended = vi.fn();
  const results = [() => Promise.resolve(), () => Promise.reject(new Error('no'))];
  const scheduler = createScheduler(
    [
      {
        name: 'job',
        everyMs: 1,
        run: () => (results.shift() ?? (() => new Promise<void>(() => {})))(),
      },
    ],
    () => {},
    undefined,
    { ended },
  );
  scheduler.start();
  await expect
    .poll(() => ended.mock.calls)
    .toEqual([
      ['job', 'ok'],
      ['job', 'failed'],
    ]);
  const metrics = await createMetrics();
  const none = async () => 0;
  const url = await metrics.listen(0, {
    version: '1',
    openSockets: () => 0,
    connections: undefined,
    redis: () => Promise.reject(new Error('away')),
    mails: () => Promise.reject(new Error('the store is away')),
    storedBytes: none,
    freeBytes: none,
  });
  metrics.jobs.ended('job', 'ok');
  metrics.jobs.ended('job', 'failed');
  const text = await (await fetch(`${url}/metrics`)).text();
  expect(valueOf(text, 'clipline_job_runs_total{job="job",outcome="ok"}')).toBe(1);
  expect(valueOf(text, 'clipline_job_runs_total{job="job",outcome="failed"}')).toBe(1);
  const at = valueOf(text, 'clipline_job_last_success_timestamp_seconds{job="job"}') ?? 0;
  expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(60);
  // What cannot be read is missing; the rest is told.
  expect(text).not.toMatch(/^clipline_mails_waiting\{/m);
  expect(valueOf(text, 'clipline_redis_up')).toBe(0);
  await metrics.close();
});

test('an expensive figure is asked for once in its time, a failure is not kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const question = vi
    .fn()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce(1)
    .mockResolvedValueOnce(2);
  const kept = keptFor(1000, question);
  await expect(kept()).rejects.toThrow('away');
  expect([await kept(), await kept()]).toEqual([1, 1]);
  vi.advanceTimersByTime(1000);
  expect([await kept(), await kept()]).toEqual([2, 2]);
  vi.useRealTimers();
});
