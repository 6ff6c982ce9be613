import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { openMailStore } from '../../../testing/mail-store.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { createMailDelivery, type MailTransport, type MailSource, retryAfter } from './delivery.ts';
import { queueMail } from './mails.queries.ts';
import { outboxFolder } from './outbox-folder.ts';
import { smtpTransport } from './smtp.ts';

const quiet = { warn: vi.fn(), error: vi.fn() };
const mails: MailSource = {
  writers: {
    note: async ({ recipient }) => ({ recipient, subject: 's', text: 't', html: 'h' }),
    nothing: async () => undefined,
  },
  languageOf: async () => null,
};
const closing: (() => Promise<unknown>)[] = [];
// The clock stands still but where a test moves it, so that nothing is retried behind its back.
const passTime = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
beforeEach(() => void passTime(0));
afterEach(async () => {
  vi.useRealTimers();
  vi.clearAllMocks();
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** A real mail server; `refuse` decides over recipients. */
async function startSmtp(
  port = 0,
  options: SMTPServerOptions = {},
  refuse: () => Error | null = () => null,
) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    ...options,
    onRcptTo: (_address, _session, done) => done(refuse()),
    onData(stream, session, done) {
      if (options.onData) return options.onData(stream, session, done);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  closing.push(close);
  return { received, close, port: (server.server.address() as AddressInfo).port };
}

async function startApp(environment: Record<string, string>): Promise<TestApp> {
  const app = await buildTestApp({ LOG_LEVEL: 'silent', ...environment });
  closing.push(app.stop);
  return app;
}

const register = (app: TestApp, email: string) =>
  call(app, 'POST /auth/register', { body: { name: 'Ada', email, password: TEST_PASSWORD } });
const queued = ({ store }: Pick<TestApp, 'store'>) =>
  store.db.selectFrom('mails').selectAll().execute();

describe('with a mail server', () => {
  test('a mail reaches its recipient, whole, and leaves the store', async () => {
    const smtp = await startSmtp();
    const app = await startApp({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Clipline Ünited <clips@example.org>',
    });
    await register(app, 'ada@example.com');
    await app.mail.deliver();
    expect(smtp.received).toMatchObject([{ from: 'clips@example.org', to: ['ada@example.com'] }]);
    const mail = await PostalMime.parse(smtp.received[0]?.raw ?? '');
    expect(mail.from).toEqual({ name: 'Clipline Ünited', address: 'clips@example.org' });
    expect(mail.text).toMatch(/^http:\/\/clipline\.test\/email-confirmation#token=[\w-]{43}$/m);
    expect(await queued(app)).toEqual([]);
    expect(existsSync(path.join(app.dataDir, 'outbox'))).toBe(false);
  });

  test('that is down, then refuses, then is back, nothing acknowledged is lost', async () => {
    const smtp = await startSmtp();
    await smtp.close();
    const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    expect((await register(app, 'bea@example.com')).status).toBe(201);
    await app.mail.deliver();
    expect(await queued(app)).toMatchObject([{ recipient: 'bea@example.com', attempts: 1 }]);

    const refusing = await startSmtp(smtp.port, {}, () =>
      Object.assign(new Error('Try later'), { responseCode: 451 }),
    );
    passTime(retryAfter(1));
    await app.mail.deliver();
    expect(await queued(app)).toMatchObject([{ attempts: 2 }]);
    await refusing.close();

    const back = await startSmtp(smtp.port);
    passTime(retryAfter(2));
    await app.mail.deliver();
    expect(back.received).toMatchObject([{ to: ['bea@example.com'] }]);
    expect(await queued(app)).toEqual([]);
  });

  test('that takes 7 bits alone, and asks who is there, is told and sent what it can take', async () => {
    const names: (string | undefined)[] = [];
    const smtp = await startSmtp(0, {
      hide8BITMIME: true,
      hideSMTPUTF8: true,
      onMailFrom: ({ args }, { hostNameAppearsAs }, done) => {
        names.push(hostNameAppearsAs, JSON.stringify(args));
        done();
      },
    });
    const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await call(app, 'POST /auth/register', {
      body: { name: 'Ada', email: 'ada@example.com', password: TEST_PASSWORD },
      headers: { 'accept-language': 'fr' },
    });
    await app.mail.deliver();
    expect(names).toEqual(['clipline.test', 'false']);
    const raw = smtp.received[0]?.raw ?? '';
    expect(raw).toMatch(/^\p{ASCII}+$/u);
    const mail = await PostalMime.parse(raw);
    expect(mail.text).toContain('é');
    expect(mail.text).toMatch(/^http:\/\/clipline\.test\/email-confirmation#token=[\w-]{43}$/m);
  });

  test('that refuses an address is asked less and less, and again once it takes it', async () => {
    let responseCode: number | undefined = 550;
    const smtp = await startSmtp(0, {}, () =>
      responseCode === undefined ? null : Object.assign(new Error('No'), { responseCode }),
    );
    const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    await register(app, 'cat@example.com');
    await app.mail.deliver();
    const waits: number[] = [];
    for (let count = 0; count < 12; count++) {
      const [mail] = await queued(app);
      const wait = (mail?.next_attempt_at ?? 0) - Date.now();
      waits.push(wait / 1000);
      if (count === 11) responseCode = undefined;
      passTime(wait);
      await app.mail.deliver();
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600]);
    expect(smtp.received).toMatchObject([{ to: ['cat@example.com'] }]);
  });
});

describe('the outbox folder', () => {
  test('has one complete, readable file per mail, its link in one piece', async () => {
    const PUBLIC_URL = `http://${'long-'.repeat(10)}name.example`;
    const app = await startApp({ PUBLIC_URL });
    await register(app, 'cy@example.com');
    await app.mail.deliver();
    const outbox = path.join(app.dataDir, 'outbox');
    const names = readdirSync(outbox);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/\.eml$/);
    const file = path.join(outbox, names[0] ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const raw = readFileSync(file, 'utf8');
    const link = new RegExp(`^${PUBLIC_URL}/email-confirmation#token=[\\w-]{43}\r$`, 'm');
    expect(raw).toMatch(link);
    expect((await PostalMime.parse(raw)).html).toContain(
      `<a href="${PUBLIC_URL}/email-confirmation#token=`,
    );
  });

  test('tells the link on the terminal in one piece', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'outbox-'));
    closing.push(async () => rmSync(folder, { recursive: true }));
    const told: string[] = [];
    const send = outboxFolder(folder, 'a@b.example', (line) => void told.push(line));
    const link = `https://clips.example.com/${'long/'.repeat(20)}#token=a=b`;
    const mail = { id: 'one', recipient: 'cy@example.com', subject: 'S', html: '', created_at: 0 };
    await send({ ...mail, text: `Open this:\n${link}\n` });
    expect(told).toEqual([`Mail to cy@example.com: S: ${link}`]);
  });
});

describe('delivery', () => {
  const store = openMailStore({});
  const queue = (recipient: string) => queueMail(store().db, { kind: 'note', recipient });

  test('a new mail waits for none of those that are refused again and again', async () => {
    const { db } = store();
    const asked: string[] = [];
    const mail = createMailDelivery(
      db,
      mails,
      async ({ recipient }) => {
        asked.push(recipient);
        if (recipient.startsWith('refused')) throw new Error('No such user');
      },
      quiet,
    );
    for (let count = 0; count < 30; count++) await queue(`refused${count}@example.com`);
    for (let attempt = 1; attempt < 4; attempt++) {
      await mail.deliver();
      passTime(retryAfter(attempt));
    }
    asked.splice(0);
    await queue('hal@example.com');
    await mail.deliver();
    expect(asked).toHaveLength(31);
    expect(asked.slice(0, 3)).toContain('hal@example.com');
  });

  test('a server that hangs is given up, and the mail kept', async () => {
    const sockets = new Set<import('node:net').Socket>();
    const hanging: Server = createServer(
      (socket) => void sockets.add(socket.on('error', () => {})),
    );
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const url = `smtp://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const timeouts = {
      connectionTimeout: 300,
      greetingTimeout: 100,
      dnsTimeout: 300,
      socketTimeout: 300,
    };
    await queue('eve@example.com');
    await createMailDelivery(
      store().db,
      mails,
      smtpTransport(url, 'a@example.com', 'localhost', timeouts),
      quiet,
    ).deliver();
    expect(quiet.warn).toHaveBeenCalledOnce();
    expect(await queued({ store: store() })).toMatchObject([{ attempts: 1 }]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => hanging.close(resolve));
  });

  test('a mail that a crash left half-way is handed over again', async () => {
    const never: MailTransport = () => new Promise(() => {});
    await queue('fay@example.com');
    void createMailDelivery(store().db, mails, never, quiet).deliver();
    await expect.poll(async () => (await queued({ store: store() }))[0]?.attempts).toBe(1);
    const left: string[] = [];
    const after = createMailDelivery(
      store().db,
      mails,
      async ({ recipient }) => void left.push(recipient),
      quiet,
    );
    await after.deliver();
    expect(left).toEqual([]);
    passTime(5 * 60_000);
    await after.deliver();
    expect(left).toEqual(['fay@example.com']);
  });

  test('a clock that is set back delays no mail', async () => {
    let refuses = true;
    const left: string[] = [];
    const mail = createMailDelivery(
      store().db,
      mails,
      async ({ recipient }) => {
        if (refuses) throw new Error('Try later');
        left.push(recipient);
      },
      quiet,
    );
    await queue('guy@example.com');
    await mail.deliver();
    refuses = false;
    passTime(-24 * 3600 * 1000);
    await mail.deliver();
    expect(left).toEqual(['guy@example.com']);
  });

  test('what is logged of a refusal has its codes and no address', async () => {
    const smtp = await startSmtp(0, {}, () =>
      Object.assign(new Error('ivy@example.com is unknown'), { responseCode: 550 }),
    );
    const url = `smtp://127.0.0.1:${smtp.port}`;
    const mail = createMailDelivery(
      store().db,
      mails,
      smtpTransport(url, 'a@b.example', 'localhost'),
      quiet,
    );
    await queue('ivy@example.com');
    await mail.deliver();
    passTime(3 * 24 * 3600 * 1000 + 1);
    await mail.deliver();
    const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, kind: 'note' };
    expect(quiet.warn.mock.calls).toMatchObject([[{ ...refusal, attempts: 1 }, expect.anything()]]);
    expect(quiet.error.mock.calls).toMatchObject([
      [{ ...refusal, attempts: 2 }, expect.anything()],
    ]);
    // With all that an error may have beside its message.
    for (const [details] of [...quiet.warn.mock.calls, ...quiet.error.mock.calls])
      expect(inspect(details, { depth: 9 })).not.toContain('@');
  });

  test.each(['onMailFrom', 'onData'] as const)('%s refused for good waits long', async (step) => {
    const refusal = () => Object.assign(new Error('No'), { responseCode: 554 });
    const smtp = await startSmtp(0, {
      onMailFrom: (_address, _session, done) => done(step === 'onMailFrom' ? refusal() : null),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusal())),
    });
    const url = `smtp://127.0.0.1:${smtp.port}`;
    const transport = smtpTransport(url, 'a@b.example', 'localhost');
    const mail = createMailDelivery(store().db, mails, transport, quiet);
    await queue('jörg@example.com');
    for (let count = 0; count < 12; count++) {
      await mail.deliver();
      const [kept] = await queued({ store: store() });
      passTime((kept?.next_attempt_at ?? 0) - Date.now());
    }
    const [kept] = await queued({ store: store() });
    await mail.deliver();
    const [after] = await queued({ store: store() });
    expect((after?.next_attempt_at ?? 0) - (kept?.next_attempt_at ?? 0)).toBe(3_600_000);
    expect(quiet.warn).toHaveBeenLastCalledWith(
      expect.objectContaining({ responseCode: 554 }),
      expect.stringContaining('SMTPUTF8'),
    );
  });

  test('what cannot be delivered for three days is given up, and said so', async () => {
    const failing: MailTransport = () => Promise.reject(new Error('no'));
    const mail = createMailDelivery(store().db, mails, failing, quiet);
    await queue('gus@example.com');
    await mail.deliver();
    passTime(3 * 24 * 3600 * 1000 + 1);
    await mail.deliver();
    expect(await queued({ store: store() })).toEqual([]);
    expect(quiet.error).toHaveBeenCalledOnce();
  });

  test('waits longer after each failure, two minutes at most', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map((attempts) => retryAfter(attempts))).toEqual([
      2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 120_000, 120_000,
    ]);
  });
});

onEachDatabase((environment) => {
  const store = openMailStore(environment);
  test('two nodes hand each mail over once', async () => {
    const left: string[] = [];
    const transport: MailTransport = async ({ recipient }) => void left.push(recipient);
    const nodes = [
      createMailDelivery(store().db, mails, transport, quiet),
      createMailDelivery(store().db, mails, transport, quiet),
    ];
    const all = Array.from({ length: 20 }, (_, index) => `p${index}@example.com`);
    for (const recipient of all) await queueMail(store().db, { kind: 'note', recipient });
    await Promise.all(nodes.map((node) => node.deliver()));
    expect(left.toSorted()).toEqual(all.toSorted());
    expect(await queued({ store: store() })).toEqual([]);
  });
});
