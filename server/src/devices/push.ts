import { createECDH, hkdfSync } from 'node:crypto';

/** Of P-256: how many private keys there are. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** So much longer than a key that the rest tells nothing of it. */
const SEED_BYTES = 48;

/** By which push services know this server (RFC 8292): follows from its secret. */
export function vapidKeys(secret: string): {
  readonly publicKey: string;
  readonly privateKey: string;
} {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'key for push services', SEED_BYTES));
  const key = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key.toString(16).padStart(64, '0'), 'hex');
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: ecdh.getPrivateKey('base64url').padStart(43, 'A'),
  };
}

export const publicKeyOf = (secret: string): string => vapidKeys(secret).publicKey;
