import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { CreationOptions, RequestOptions } from '@clipline/contract/schemas/security.ts';

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** CBOR of what an attestation has: numbers, bytes, texts and maps. */
function cbor(value: number | Buffer | string | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as number)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** What an authenticator, or whoever pretends to be one, does otherwise. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
}

/** An authenticator in software, with one passkey (ES256). */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = encoded(randomBytes(16));
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Deviation): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #data(rpId: string, flags: number, { isVerified = true, counter }: Deviation): Buffer {
    this.counter = counter ?? this.counter;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const all = flags | FLAGS.present | FLAGS.eligible | FLAGS.backedUp;
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([isVerified ? all | FLAGS.verified : all]),
      count,
    ]);
  }

  create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
    const jwk = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text = '') => Buffer.from(text, 'base64url');
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ]);
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#data(deviation.rpId ?? rp.id, FLAGS.attested, deviation),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      cbor(key),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const data = this.#clientData('webauthn.create', deviation.challenge ?? challenge, deviation);
    return {
      ...this.#credential,
      response: {
        clientDataJSON: encoded(data),
        attestationObject: encoded(cbor(attestation)),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
    const data = this.#clientData('webauthn.get', deviation.challenge ?? challenge, deviation);
    const authenticatorData = this.#data(deviation.rpId ?? rpId, 0, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(data)]);
    return {
      ...this.#credential,
      response: {
        clientDataJSON: encoded(data),
        authenticatorData: encoded(authenticatorData),
        signature: encoded(sign('sha256', signed, this.#keys.privateKey)),
        userHandle: this.#userHandle,
      },
    };
  }

  get #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }
}
