import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { m } from '../../paraglide/messages.js';
import { securityKey } from '../confirm/confirm.api.ts';

const useSecurityChange = <R, V = void>(mutationFn: (given: V) => Promise<R>, failed?: string) =>
  useMutation({ mutationFn, meta: { failed, changes: [securityKey] } });

export const useRenamePasskey = () =>
  useSecurityChange(
    ({ id, name }: { id: string; name: string }) =>
      call('PATCH /account/passkeys/{id}', { params: { id }, body: { name } }),
    m.security_passkey_failed(),
  );

export const useRemovePasskey = () =>
  useSecurityChange(
    (id: string) => call('DELETE /account/passkeys/{id}', { params: { id } }),
    m.security_passkey_failed(),
  );

export const useBeginAuthenticator = () =>
  useSecurityChange(() => call('POST /account/authenticator'), m.security_app_failed());

export const useFinishAuthenticator = () =>
  useSecurityChange((code: string) => call('PUT /account/authenticator', { body: { code } }));

export const useRemoveAuthenticator = () =>
  useSecurityChange(() => call('DELETE /account/authenticator'), m.security_app_failed());

/** The codes that come with turning it on are shown once. */
export function useTwoStep() {
  return useMutation({
    // Whoever had to set it up first may read everything from now on.
    meta: { failed: m.security_two_step_failed(), changes: [[]] },
    mutationFn: async (on: boolean) => {
      if (on) return call('POST /account/two-step');
      await call('DELETE /account/two-step');
      return null;
    },
  });
}

export const useNewCodes = () =>
  useSecurityChange(() => call('POST /account/recovery-codes'), m.security_codes_failed());
