import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { listen } from './listen.ts';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

export function newKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' };
  return { kid, privateKey, jwk };
}

export function signed(claims: object, { kid, privateKey }: Key, header: object = {}): string {
  const content = `${encoded({ alg: 'ES256', kid, ...header })}.${encoded(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A provider that says what it is told to, for what a real one never says. */
export interface FakeProvider {
  readonly url: string;
  /** In place of what it says at a path; null ends the connection. */
  readonly answers: Map<string, Answer | null>;
  readonly asked: string[];
  keys: Key[];
  idToken: string;
  stop(): void;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    provider.asked.push(path);
    const answer = provider.answers.has(path) ? provider.answers.get(path) : standard(path);
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, {
      'content-type': 'application/json',
      ...answer.headers,
    });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  const url = `http://127.0.0.1:${await listen(server)}/realm`;
  const provider: FakeProvider = {
    url,
    answers: new Map(),
    asked: [],
    keys: [newKey('first')],
    idToken: '',
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };

  function standard(path: string): Answer {
    const { idToken, keys } = provider;
    const said: Record<string, object> = {
      '/realm/.well-known/openid-configuration': documentOf(url),
      '/realm/token': { access_token: 'access', token_type: 'Bearer', id_token: idToken },
      '/realm/keys': { keys: keys.map(({ jwk }) => jwk) },
    };
    return { status: said[path] ? 200 : 404, body: said[path] ?? {} };
  }
  return provider;
}

export const documentOf = (issuer: string) => {
  const base = issuer.replace(/\/$/, '');
  return {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/keys`,
    id_token_signing_alg_values_supported: ['ES256'],
  };
};
