import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import { type Person, TEST_PASSWORD } from '../../server/testing/factories.ts';
import { billingSettings, StripeServer } from '../../server/testing/stripe-server.ts';
import {
  cleanUp,
  newFolder,
  PATIENT,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

const closing: (() => Promise<unknown>)[] = [];
test.describe.configure({ mode: 'parallel' });
test.afterEach(async () => {
  await cleanUp();
  for (const close of closing.splice(0)) await close();
});

const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
};

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Takes connections and says nothing; `drop` ends it as a crash would. */
async function hangAt(port: number) {
  const taken = new Set<Socket>();
  const server = createServer((socket) => void taken.add(socket.on('error', () => {})));
  await listen(server, port);
  const drop = async () => {
    for (const socket of taken) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { taken, drop };
}

async function linkOf(mail: Readable): Promise<string> {
  const { text = '' } = await PostalMime.parse(await buffer(mail));
  return /https?:\/\/\S+/.exec(text)?.[0] ?? '';
}

/** Delivers, but replies to the first attempt for those named with the code given. */
async function deliverAt(port: number, firstAnswers: Record<string, number>) {
  const links = new Map<string, string>();
  const refused = new Set<string>();
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = firstAnswers[address];
      if (code === undefined || refused.has(address)) return done();
      refused.add(address);
      done(Object.assign(new Error('Not now'), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      void linkOf(stream).then((link) => links.set(envelope.rcptTo[0]?.address ?? '', link));
      stream.once('end', () => done());
    },
  });
  smtp.on('error', () => {});
  await listen(smtp.server, port);
  closing.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  return { links, refused };
}

const emailOf = (name: string) => `${name}@example.com`;
const register = (server: ServerProcess, name: string) =>
  call(server, 'POST /auth/register', {
    body: { name, email: emailOf(name), password: TEST_PASSWORD },
  });

async function expectTheRestWorks(server: ServerProcess, { headers }: Person): Promise<void> {
  const { status, body } = await call(server, 'POST /clipboard', {
    body: { content: 'saved meanwhile' },
    headers,
  });
  expect(status).toBe(201);
  expect((await call(server, `GET /clipboard/${body.id}`, { headers })).body.content).toBe(
    'saved meanwhile',
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
}

test('a mail server that refuses, hangs or replies 4xx and 5xx: nothing waits for it, and every mail comes', async () => {
  const port = await closedPort();
  const dataDir = newFolder();
  const [ada] = await prepareStore(dataDir, 'Ada');
  const server = await startServer(dataDir, {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'warn' },
  });
  expect((await register(server, 'refused')).status).toBe(201);
  await expect(() => expect(server.printed.out).toContain('Mail not delivered yet')).toPass(
    PATIENT,
  );
  await expectTheRestWorks(server, ada);

  const hanging = await hangAt(port);
  expect((await register(server, 'hung')).status).toBe(201);
  await expect(() => expect(hanging.taken.size).toBeGreaterThan(0)).toPass(PATIENT);
  await expectTheRestWorks(server, ada);
  await hanging.drop();

  const { links, refused } = await deliverAt(port, {
    [emailOf('temporary')]: 451,
    [emailOf('permanent')]: 550,
  });
  for (const name of ['temporary', 'permanent'])
    expect((await register(server, name)).status).toBe(201);
  const all = ['refused', 'hung', 'temporary', 'permanent'].map(emailOf);
  await expect(() => expect([...links.keys()].toSorted()).toEqual(all.toSorted())).toPass({
    timeout: 240_000,
  });
  expect(refused.size).toBe(2);
  for (const email of all) {
    const token =
      new URLSearchParams(new URL(links.get(email) ?? '').hash.slice(1)).get('token') ?? '';
    const confirmed = await call(server, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': token },
    });
    expect(confirmed.body).toEqual({ confirmed: true });
    expect(
      (await call(server, 'POST /auth/login', { body: { email, password: TEST_PASSWORD } })).status,
    ).toBe(200);
  }
});

test('a Stripe that is gone, fails or hangs: people are told, the rest works, and they can pay once it is back', async () => {
  const stripe = new StripeServer();
  closing.push(() => stripe.close());
  const dataDir = newFolder();
  const [ada] = await prepareStore(dataDir, 'Ada');
  const server = await startServer(dataDir, {
    environment: billingSettings(await stripe.listen()),
  });
  const checkout = () =>
    call(server, 'POST /stripe/checkout', { body: { plan: 'pro' }, headers: ada.headers });
  const failed = {
    error: 'The payment service cannot be reached. Please try again in a moment.',
    code: 'PAYMENT_SERVICE_FAILED',
  };
  for (const mood of ['down', 'failing', 'nonsense'] as const) {
    stripe.mood = mood;
    const { status, body } = await checkout();
    expect([mood, status, body]).toEqual([mood, 502, failed]);
    await expectTheRestWorks(server, ada);
  }
  Object.assign(stripe, { mood: 'slow', slowMs: 300_000 });
  const asked = stripe.asked.length;
  const waiting = checkout();
  await expect(() => expect(stripe.asked.length).toBeGreaterThan(asked)).toPass(PATIENT);
  await expectTheRestWorks(server, ada);
  const { status, body } = await waiting;
  expect([status, body]).toEqual([502, failed]);

  stripe.mood = 'well';
  expect(await checkout()).toMatchObject({
    status: 200,
    body: { url: expect.stringMatching(/^https:\/\/checkout\.stripe\.test\//) },
  });
});
