import { ProductError } from '@clipline/contract/errors.ts';
import type {
  CreationOptions,
  RequestOptions,
  Security,
} from '@clipline/contract/schemas/security.ts';
import { onTestFinished, vi } from 'vitest';
import { handle, refuse } from './fake-server.ts';

export const REQUEST: RequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required',
};

export const CREATION: CreationOptions = {
  rp: { id: 'localhost', name: 'Clipline' },
  user: { id: 'dTE', name: 'ada@example.com', displayName: 'Ada' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
};

export const PASSKEY = {
  id: 'p1',
  name: 'Chrome on Linux',
  rpId: 'localhost',
  createdAt: '2026-01-02T03:04:05.000Z',
  lastUsedAt: null,
  synced: true,
  works: true,
} as const;

export const security = (more: Partial<Security> = {}): Security => ({
  off: false,
  twoStep: { on: false, since: null, requiredFrom: null },
  passkeys: [],
  authenticator: null,
  recoveryCodes: null,
  confirmed: null,
  ...more,
});

const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: {
    clientDataJSON: bytes,
    authenticatorData: bytes,
    attestationObject: bytes,
    signature: bytes,
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
} as unknown as Credential;

const refused = (name: string) => new DOMException(name, name);

/**
 * A browser with an authenticator, at the host of the server. What is asked for as a field is filled
 * in waits until it is picked; the rest is answered at once, unless the person refuses.
 */
export function fakePasskeys() {
  const { dataset } = document.documentElement;
  dataset['passkeys'] = location.hostname;
  onTestFinished(() => void delete dataset['passkeys']);
  const state = {
    refusal: undefined as string | undefined,
    refused: 0,
    pick: () => {},
    offered: 0,
  };
  const answer = async () => {
    if (state.refusal === undefined) return credential;
    state.refused += 1;
    throw refused(state.refusal);
  };
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
  vi.spyOn(navigator.credentials, 'create').mockImplementation(answer);
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options) => {
    if (options?.mediation !== 'conditional') return answer();
    state.offered += 1;
    return new Promise((resolve, reject) => {
      state.pick = () => resolve(credential);
      options.signal!.addEventListener('abort', () => {
        state.offered -= 1;
        reject(refused('AbortError'));
      });
    });
  });
  return state;
}

export const confirmFirst = (by: 'any' | 'step' = 'any'): Response =>
  refuse(new ProductError('CONFIRM_FIRST', {}, undefined, { values: { by } }));

/** As the server: what waits for a confirmation is refused until there is one. */
export function confirmed<T>(reply: T, by?: 'any' | 'step'): () => T | Response {
  let isConfirmed = false;
  handle('POST /account/confirm', () => {
    isConfirmed = true;
    return { until: '2099-01-01T00:00:00.000Z', by: 'password' };
  });
  return () => (isConfirmed ? reply : confirmFirst(by));
}
