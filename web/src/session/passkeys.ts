import type { CreationOptions, RequestOptions } from '@clipline/contract/schemas/security.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { ApiError } from '../lib/api-error.ts';
import { m } from '../paraglide/messages.js';

export type { AuthenticationResponseJSON };
export type AskingOptions = () => Promise<RequestOptions>;

const library = () => import('@simplewebauthn/browser');

/** Null: the person thought better of it, or another request took its place. */
async function ceremony<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    // The library's own texts are for developers.
    throw new Error(
      name === 'InvalidStateError' ? m.security_passkey_known() : m.security_passkey_unusable(),
      { cause: error },
    );
  }
}

export const askPasskey = (ask: AskingOptions): Promise<AuthenticationResponseJSON | null> =>
  ceremony(async () => {
    const { startAuthentication } = await library();
    const optionsJSON = (await ask()) as PublicKeyCredentialRequestOptionsJSON;
    return startAuthentication({ optionsJSON });
  });

/** As the browser fills in the field that says `webauthn`, until `leaving`. */
export const offerPasskey = (
  ask: AskingOptions,
  leaving: AbortSignal,
): Promise<AuthenticationResponseJSON | null> =>
  ceremony(async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } =
      await library();
    if (leaving.aborted || !(await browserSupportsWebAuthnAutofill())) return null;
    const optionsJSON = (await ask()) as PublicKeyCredentialRequestOptionsJSON;
    if (leaving.aborted) return null;
    const cancel = () => WebAuthnAbortService.cancelCeremony();
    leaving.addEventListener('abort', cancel);
    try {
      return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    } finally {
      leaving.removeEventListener('abort', cancel);
    }
  });

export const makePasskey = (
  ask: () => Promise<CreationOptions>,
): Promise<RegistrationResponseJSON | null> =>
  ceremony(async () => {
    const { startRegistration } = await library();
    const optionsJSON = (await ask()) as PublicKeyCredentialCreationOptionsJSON;
    return startRegistration({ optionsJSON });
  });

/** The browser offers it no more, if it can be told. */
export function forgetPasskey({ id: credentialId }: AuthenticationResponseJSON): void {
  void PublicKeyCredential.signalUnknownCredential?.({
    rpId: location.hostname,
    credentialId,
  }).catch(() => undefined);
}
