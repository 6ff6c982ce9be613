import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_PASSKEYS } from '@clipline/contract/limits.ts';
import type {
  Assertion,
  Attestation,
  CreationOptions,
  Passkey,
  RequestOptions,
  Transport,
} from '@clipline/contract/schemas/security.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/db/database.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { parseAddress } from '../core/http/address.ts';
import {
  answeredChallenge,
  CHALLENGE_MS,
  newChallenge,
  type Purpose,
  spendChallenge,
} from './challenges.ts';
import * as queries from './second-step.queries.ts';

/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];
const TRANSPORTS: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] satisfies Transport[];

interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
}

/** Whose passkeys are; undefined where browsers know none. */
export function partyOf({ origins }: Pick<App, 'origins'>): RelyingParty | undefined {
  const { origin, protocol, hostname } = new URL(origins.bound());
  const isLocal = /^(.+\.)?localhost$/.test(hostname);
  const isName = parseAddress(hostname.replace(/^\[|\]$/g, '')) === undefined;
  return isName && (protocol === 'https:' || isLocal) ? { rpId: hostname, origin } : undefined;
}

export function requireParty(app: Pick<App, 'origins'>): RelyingParty {
  const party = partyOf(app);
  if (!party) throw new ProductError('PASSKEYS_OFF');
  return party;
}

const isTransport = (word: string): word is Transport => TRANSPORTS.includes(word);
const credentialOf = ({ credential_id: id, transports }: queries.PasskeyRow) => ({
  id,
  type: 'public-key' as const,
  transports: transports.split(' ').filter(isTransport),
});

const worksAt =
  (rpId: string | undefined) =>
  ({ rp_id }: queries.PasskeyRow): boolean =>
    rp_id === rpId;

/** Those that work at this address. */
export const workingOf = (app: Pick<App, 'origins'>, passkeys: readonly queries.PasskeyRow[]) =>
  passkeys.filter(worksAt(partyOf(app)?.rpId));

/** Without passkeys: for whichever the person picks. */
export function requestOptions(
  app: App,
  purpose: Purpose,
  passkeys: readonly queries.PasskeyRow[] = [],
): RequestOptions {
  const { rpId } = requireParty(app);
  return {
    challenge: newChallenge(app.config.APP_SECRET, purpose),
    timeout: CHALLENGE_MS,
    rpId,
    allowCredentials: passkeys.filter(worksAt(rpId)).map(credentialOf),
    userVerification: purpose[0] === 'sign in' ? 'required' : 'preferred',
  };
}

const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

export function creationOptions(
  app: App,
  { id, name, email }: { readonly id: string; readonly name: string; readonly email: string },
  passkeys: readonly queries.PasskeyRow[],
): CreationOptions {
  const { rpId } = requireParty(app);
  return {
    rp: { id: rpId, name: 'Clipline' },
    user: { id: handleOf(id), name: email, displayName: name },
    challenge: newChallenge(app.config.APP_SECRET, ['add', id]),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: passkeys.filter(worksAt(rpId)).map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

/** Throws TOO_MANY_PASSKEYS. */
export function requireRoom(passkeys: readonly queries.PasskeyRow[]): void {
  if (passkeys.length >= MAX_PASSKEYS)
    throw new ProductError('TOO_MANY_PASSKEYS', { max: MAX_PASSKEYS });
}

type NewPasskey = Omit<
  queries.PasskeyRow,
  'id' | 'user_id' | 'name' | 'created_at' | 'last_used_at'
>;

/** Throws STEP_OVER; INVALID_REQUEST for one that is altered, or of another origin or host. */
export async function readAttestation(
  app: App,
  userId: string,
  { id, rawId, type, response }: Attestation,
): Promise<{ readonly passkey: NewPasskey; readonly challenge: string }> {
  const { rpId, origin } = requireParty(app);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const challenge = answeredChallenge(app.config.APP_SECRET, ['add', userId], clientDataJSON);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false }) as const);
  if (!verified.verified) throw new ProductError('INVALID_REQUEST');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const passkey = {
    credential_id: credential.id,
    rp_id: rpId,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: transports.filter(isTransport).join(' '),
    is_synced: credentialBackedUp ? 1 : 0,
  };
  return { passkey, challenge };
}

/** A passkey that was shown to be there; `spend` uses its answer up, in a transaction. */
export interface Shown {
  readonly userId: string;
  readonly spend: (tx: Tx) => Promise<void>;
}

/** Throws PASSKEY_UNKNOWN, STEP_OVER. Signing in asks for user verification. */
export async function readAssertion(
  app: App,
  purpose: Purpose,
  { id, rawId, type, response }: Assertion,
): Promise<Shown> {
  const { rpId, origin } = requireParty(app);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const challenge = answeredChallenge(app.config.APP_SECRET, purpose, clientDataJSON);
  const known = await queries.findPasskeyByCredential(app.db, id);
  const isTheirs = !userHandle || (known && userHandle === handleOf(known.user_id));
  if (!known || known.rp_id !== rpId || !isTheirs) throw new ProductError('PASSKEY_UNKNOWN');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: purpose[0] === 'sign in',
    // Its counter is compared where it is written: of two at once one is further.
    credential: { id, publicKey: Buffer.from(known.public_key, 'base64url'), counter: 0 },
  }).catch(() => undefined);
  if (!verified?.verified) throw new ProductError('PASSKEY_UNKNOWN');
  const { newCounter: counter, credentialBackedUp } = verified.authenticationInfo;
  return {
    userId: known.user_id,
    async spend(tx) {
      await spendChallenge(tx, challenge);
      const use = { counter, is_synced: credentialBackedUp ? 1 : 0, now: Date.now() };
      if (await queries.usePasskey(tx, known.id, use)) return;
      app.server.log.warn({ passkey: known.id }, 'A passkey counts backwards: it was copied');
      throw new ProductError('PASSKEY_UNKNOWN');
    },
  };
}

export const presentPasskey = (app: Pick<App, 'origins'>, row: queries.PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  rpId: row.rp_id,
  createdAt: isoTime(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  synced: row.is_synced === 1,
  works: worksAt(partyOf(app)?.rpId)(row),
});

/** A server that has another address than before knows its passkeys, and no browser offers them. */
export async function tellOfPasskeysElsewhere(app: App): Promise<void> {
  const party = partyOf(app);
  const count = await queries.countPasskeysElsewhere(app.db, party?.rpId ?? '');
  if (count === 0) return;
  const host = party?.rpId ?? 'this address';
  app.server.log.warn(`${count} passkey(s) were made for another host and do not work at ${host}`);
}
