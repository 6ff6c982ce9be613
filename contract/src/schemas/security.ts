import * as z from 'zod/mini';
import { MAX_PASSKEY_NAME_LENGTH } from '../limits.ts';
import { password } from './account.ts';
import { signedIn } from './auth.ts';
import { id, line, shortText, timestamp } from './common.ts';
import { endpointsFor } from './endpoint.ts';

const forAnyone = endpointsFor('anyone', null);
const forUser = endpointsFor('user', null);
/** Whom the server asks for a second step may set it up. */
const isSetUp = { withoutSecondStep: true } as const;

const bytes = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]*$/));
const credentialId = z.string().check(z.regex(/^[\w-]{1,1364}$/));
const publicKey = z.literal('public-key');
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
export type Transport = z.output<typeof transport>;
const credential = z.object({
  id: credentialId,
  type: publicKey,
  transports: z.optional(z.array(transport)),
});
const verification = z.enum(['required', 'preferred']);

/** As WebAuthn level 3 has them in JSON: PublicKeyCredentialRequestOptionsJSON. */
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.array(credential),
  userVerification: verification,
});
export type RequestOptions = z.output<typeof requestOptions>;

/** PublicKeyCredentialCreationOptionsJSON. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: verification,
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** What a browser adds to these is passed over. */
const credentialOf = <const S extends z.core.$ZodLooseShape>(response: S) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: publicKey,
    response: z.object(response),
  });

export const assertion = credentialOf({
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
  userHandle: z.nullish(bytes),
});
export type Assertion = z.output<typeof assertion>;

export const attestation = credentialOf({
  clientDataJSON: bytes,
  attestationObject: bytes,
  transports: z.optional(z.array(shortText(32)).check(z.maxLength(16))),
});
export type Attestation = z.output<typeof attestation>;

/** Six digits or a recovery code, as it was typed. */
const code = shortText(64);
const secret = shortText(1024);
const oneOf = z.object({ id });

const onlyOne = (...proofs: readonly unknown[]): boolean =>
  proofs.filter((each) => each !== undefined).length === 1;

export const takeStep = forAnyone('POST /auth/step', {
  summary:
    'The second step of a sign-in: six digits of the authenticator app, a recovery code, or a passkey.',
  body: z
    .strictObject({ token: secret, code: z.optional(code), response: z.optional(assertion) })
    .check(z.refine((body) => onlyOne(body.code, body.response))),
  answersSecret: true,
  reply: signedIn,
  errors: ['WRONG_CODE', 'STEP_OVER', 'PASSKEY_UNKNOWN', 'PASSKEYS_OFF', 'PASSWORDS_OFF'],
});

export const offerPasskeys = forAnyone('POST /auth/passkey/options', {
  summary:
    'What navigator.credentials.get takes to sign in: with the token of a second step for its account, else for whichever passkey is picked.',
  body: z.nullish(z.strictObject({ token: z.optional(secret) })),
  reply: requestOptions,
  errors: ['STEP_OVER', 'PASSKEYS_OFF', 'PASSWORDS_OFF'],
});

export const signInByPasskey = forAnyone('POST /auth/passkey', {
  summary: 'Sign in with a passkey alone.',
  body: z.strictObject({ response: assertion }),
  answersSecret: true,
  reply: signedIn,
  errors: ['PASSKEY_UNKNOWN', 'STEP_OVER', 'PASSKEYS_OFF', 'PASSWORDS_OFF'],
});

export const passkey = z.object({
  id,
  name: z.string(),
  /** The host that it was made for. */
  rpId: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
  /** Whether the authenticator says that it keeps it on other devices, too. */
  synced: z.boolean(),
  /** False for one of a former address of this server. */
  works: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

const confirmed = z.object({ until: timestamp, by: z.enum(['sign-in', 'password', 'step']) });

export const security = z.object({
  /** The provider of single sign-on decides who comes in. */
  off: z.boolean(),
  twoStep: z.object({
    on: z.boolean(),
    since: z.nullable(timestamp),
    /** The day from which the server asks this person for it. */
    requiredFrom: z.nullable(timestamp),
  }),
  passkeys: z.array(passkey),
  authenticator: z.nullable(z.object({ addedAt: timestamp })),
  recoveryCodes: z.nullable(z.object({ left: z.number() })),
  /** The strongest proof of this session that still counts. */
  confirmed: z.nullable(confirmed),
});
export type Security = z.output<typeof security>;

export const readSecurity = forUser('GET /account/security', {
  ...isSetUp,
  summary: 'How I sign in, and what of that this session has confirmed.',
  reply: security,
});

export const offerNewPasskey = forUser('POST /account/passkeys/options', {
  ...isSetUp,
  summary: 'What navigator.credentials.create takes to add a passkey.',
  reply: creationOptions,
  errors: ['TOO_MANY_PASSKEYS', 'PASSKEYS_OFF', 'PASSWORDS_OFF'],
});

export const addPasskey = forUser('POST /account/passkeys', {
  ...isSetUp,
  summary: 'Add a passkey. Without a name it is called as its device is.',
  body: z.strictObject({
    name: z.optional(line(MAX_PASSKEY_NAME_LENGTH)),
    response: attestation,
  }),
  creates: true,
  reply: passkey,
  errors: [
    'PASSKEY_KNOWN',
    'TOO_MANY_PASSKEYS',
    'STEP_OVER',
    'CONFIRM_FIRST',
    'SIGN_IN_AGAIN',
    'PASSKEYS_OFF',
    'PASSWORDS_OFF',
  ],
});

export const renamePasskey = forUser('PATCH /account/passkeys/{id}', {
  ...isSetUp,
  summary: 'Name one of my passkeys.',
  params: oneOf,
  body: z.strictObject({ name: line(MAX_PASSKEY_NAME_LENGTH) }),
  reply: passkey,
  errors: ['PASSKEY_NOT_FOUND', 'PASSWORDS_OFF'],
});

export const removePasskey = forUser('DELETE /account/passkeys/{id}', {
  ...isSetUp,
  summary: 'Remove one of my passkeys.',
  params: oneOf,
  reply: 'nothing',
  errors: ['PASSKEY_NOT_FOUND', 'LAST_METHOD', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

export const beginAuthenticator = forUser('POST /account/authenticator', {
  ...isSetUp,
  summary: 'A secret for an authenticator app (RFC 6238), which waits ten minutes for its code.',
  answersSecret: true,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

export const finishAuthenticator = forUser('PUT /account/authenticator', {
  ...isSetUp,
  summary: 'The app shows this code: from now on it counts, in place of the one before.',
  body: z.strictObject({ code }),
  reply: 'nothing',
  errors: ['AUTHENTICATOR_NOT_WAITING', 'WRONG_CODE', 'PASSWORDS_OFF'],
});

export const removeAuthenticator = forUser('DELETE /account/authenticator', {
  ...isSetUp,
  summary: 'Remove my authenticator app.',
  reply: 'nothing',
  errors: ['NOT_FOUND', 'LAST_METHOD', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

/** Shown once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const turnTwoStepOn = forUser('POST /account/two-step', {
  ...isSetUp,
  summary: 'Ask for a second step after my password, from now on.',
  answersSecret: true,
  reply: recoveryCodes,
  errors: ['NO_METHOD', 'TWO_STEP_ON', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

export const turnTwoStepOff = forUser('DELETE /account/two-step', {
  ...isSetUp,
  summary: 'Ask for my password alone. Methods stay, recovery codes do not.',
  reply: 'nothing',
  errors: ['CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

export const renewRecoveryCodes = forUser('POST /account/recovery-codes', {
  ...isSetUp,
  summary: 'Ten new recovery codes; those before end.',
  answersSecret: true,
  reply: recoveryCodes,
  errors: ['TWO_STEP_OFF', 'CONFIRM_FIRST', 'SIGN_IN_AGAIN', 'PASSWORDS_OFF'],
});

export const confirmIdentity = forUser('POST /account/confirm', {
  ...isSetUp,
  summary: 'Confirm that it is me: for ten minutes of this session.',
  body: z
    .strictObject({
      password: z.optional(password),
      code: z.optional(code),
      response: z.optional(assertion),
    })
    .check(z.refine((body) => onlyOne(body.password, body.code, body.response))),
  reply: z.object({ until: timestamp, by: z.enum(['password', 'step']) }),
  errors: [
    'WRONG_PASSWORD',
    'WRONG_CODE',
    'PASSKEY_UNKNOWN',
    'STEP_OVER',
    'PASSKEYS_OFF',
    'PASSWORDS_OFF',
  ],
});

export const offerConfirmation = forUser('POST /account/confirm/options', {
  ...isSetUp,
  summary: 'What navigator.credentials.get takes to confirm that it is me.',
  reply: requestOptions,
  errors: ['PASSKEYS_OFF', 'PASSWORDS_OFF'],
});

export const securityEndpoints = {
  takeStep,
  offerPasskeys,
  signInByPasskey,
  readSecurity,
  offerNewPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginAuthenticator,
  finishAuthenticator,
  removeAuthenticator,
  turnTwoStepOn,
  turnTwoStepOff,
  renewRecoveryCodes,
  confirmIdentity,
  offerConfirmation,
};
