import { spawnSync } from 'node:child_process';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect } from 'vitest';
import { newId } from '../src/core/ids.ts';
import type { TestApp } from './build-test-app.ts';
import { call } from './call.ts';
import type { Person } from './factories.ts';

/** Returns the id of what was sent. */
export async function sendClip(
  app: TestApp,
  { headers }: Pick<Person, 'headers'>,
  device: string,
  clipId: string | undefined,
): Promise<string> {
  const sent = await call(app, `POST /devices/${device}/send`, { headers, body: { clipId } });
  expect(sent.status).toBe(202);
  return sent.body.id;
}

/** What a browser keeps to itself, and what it gives away. */
function browser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const auth = randomBytes(16);
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: auth.toString('base64url') };
  return { ecdh, auth, subscription: { endpoint, keys } };
}

export const subscription = (endpoint = `https://fcm.googleapis.com/fcm/send/${newId()}`) =>
  browser(endpoint).subscription;

const derive = (...[key, salt, info, length]: [Buffer, Buffer, Buffer, number]) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291, with one record of RFC 8188. */
function decrypt({ ecdh, auth }: ReturnType<typeof browser>, message: Buffer): string {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const theirs = message.subarray(21, 21 + keyLength);
  const sealed = message.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const secret = derive(ecdh.computeSecret(theirs), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function openssl(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder });
  if (status !== 0) throw new Error(String(stderr));
}

/** A certificate for localhost, by an authority that this process trusts from here on. */
function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-push-'));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const read = (name: string) => readFileSync(path.join(folder, name));
  try {
    openssl(
      folder,
      'req',
      '-x509',
      ...curve,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=CA',
    );
    openssl(folder, 'req', ...curve, '-keyout', 'key', '-out', 'csr', '-subj', '/CN=localhost');
    writeFileSync(path.join(folder, 'ext'), 'subjectAltName=DNS:localhost');
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    openssl(folder, 'x509', '-req', '-in', 'csr', ...by, '-extfile', 'ext', '-out', 'cert');
    setDefaultCACertificates([...getCACertificates('default'), read('ca.pem').toString()]);
    return { key: read('key'), cert: read('cert') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const hasOpenSsl = spawnSync('openssl', ['version']).status === 0;

export interface Pushed {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly payload: { title: string; body: string; url: string; tag: string };
}

/** A push service, and the browsers that use it. */
export async function startPushService() {
  const browsers = new Map<string, ReturnType<typeof browser>>();
  const told: Pushed[] = [];
  const service = {
    told,
    host: '',
    /** 201 unless a test says otherwise. */
    answer: (response: ServerResponse): unknown => response.writeHead(201).end(),
    /** Who has connected hears nothing before. */
    greets: Promise.resolve(),
    /** The next that connect, each until it is gone. */
    connected: async (count: number): Promise<Promise<unknown>[]> => {
      const gone: Promise<unknown>[] = [];
      const all = Promise.withResolvers<void>();
      const note = (socket: Socket) => {
        if (gone.push(once(socket, 'close')) === count) all.resolve();
      };
      server.on('connection', note);
      await all.promise;
      server.off('connection', note);
      return gone;
    },
    to: (id: string) => told.filter((each) => each.id === id).map(({ payload }) => payload),
    /** Subscribes the device of a session; returns by which id its messages come. */
    async subscribe(app: TestApp, { headers }: Pick<Person, 'headers'>): Promise<string> {
      const id = newId();
      const own = browser(`https://${service.host}/push/${id}`);
      browsers.set(id, own);
      const body = { ...own.subscription, expirationTime: null };
      expect((await call(app, 'PUT /account/push', { headers, body })).status).toBe(204);
      return id;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.url?.split('/').at(-1) ?? '';
    const text = decrypt(browsers.get(id)!, await buffer(request));
    told.push({ id, headers: request.headers, payload: JSON.parse(text) });
    service.answer(response);
  }
  async function greet(done: (error: null) => void): Promise<void> {
    await service.greets;
    done(null);
  }
  const server = createServer(
    { ...certificate(), SNICallback: (_name, done) => void greet(done) },
    (request, response) => void take(request, response),
  );
  server.listen(0, 'localhost');
  await once(server, 'listening');
  service.host = `localhost:${(server.address() as AddressInfo).port}`;
  return service;
}
