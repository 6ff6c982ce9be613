import type { OpenSession } from '@clipline/contract/schemas/account.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { followLink } from '../../lib/copy.ts';
import { randomId } from '../../lib/random-id.ts';
import { getUser, setUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { ALWAYS_READ, sessions } from '../devices/devices.api.ts';

const { queryKey: sessionsKey } = sessions;

export const useSessions = () => useQuery(sessions);

export function useRenameSession() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.devices_rename_failed() },
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call('PATCH /account/sessions/{id}', { params: { id }, body: { name } }),
    onSuccess: (renamed) =>
      void client.setQueryData<OpenSession[]>(sessionsKey, (all) =>
        all?.map((session) => (session.id === renamed.id ? renamed : session)),
      ),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.account_sign_out_failed(), changes: [sessionsKey] },
    mutationFn: (id: string) => call('DELETE /account/sessions/{id}', { params: { id } }),
    onSuccess: (_, id) =>
      void client.setQueryData<OpenSession[]>(sessionsKey, (all) =>
        all?.filter((session) => session.id !== id),
      ),
  });
}

export const useEndOtherSessions = () =>
  useMutation({
    meta: { failed: m.account_others_failed(), changes: [['account']] },
    mutationFn: (programs: boolean) =>
      call('POST /account/sessions/end-others', { body: { programs } }),
  });

const profileKey = ['account', 'profile'] as const;

export const useProfile = () =>
  useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => {
      const profile = await call('GET /account', { signal });
      const user = getUser();
      // Somebody may have made this person an admin since.
      if (user && profile.isAdmin !== user.isAdmin) setUser({ ...user, isAdmin: profile.isAdmin });
      return profile;
    },
    ...ALWAYS_READ,
  });

export function useNewClipsOpen() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.links_new_clips_failed() },
    mutationFn: (newClipsOpen: boolean) => call('PATCH /account', { body: { newClipsOpen } }),
    onSuccess: ({ newClipsOpen }) =>
      void client.setQueryData<Profile>(
        profileKey,
        (profile) => profile && { ...profile, newClipsOpen },
      ),
  });
}

export const useCloseAddresses = () =>
  useMutation({
    meta: { failed: m.links_addresses_failed(), changes: [['clips']] },
    mutationFn: () => call('POST /clipboard/addresses/close'),
  });

type Profile = NonNullable<ReturnType<typeof useProfile>['data']>;

export const useRename = () =>
  useMutation({
    meta: { failed: m.account_rename_failed() },
    mutationFn: (name: string) => call('PATCH /account', { body: { name } }),
    onSuccess: ({ name }) => {
      const user = getUser();
      if (user) setUser({ ...user, name });
    },
  });

export const useChangePassword = () =>
  useMutation({
    // Sessions and tokens end with it.
    meta: { changes: [['account']] },
    mutationFn: (body: { new_password: string; end_tokens: boolean }) =>
      call('POST /account/password', { body }),
  });

export const useDeleteAccount = () =>
  useMutation({
    mutationFn: () => call('DELETE /account', { body: {} }),
  });

/** The browser itself follows the link, so that it writes to disk what it receives. */
export const useExport = () =>
  useMutation({
    meta: { failed: m.account_export_failed() },
    mutationFn: async () => {
      const { url } = await call('POST /account/export-link');
      followLink(url, '');
    },
  });

const EVERYTHING = [] as const;

export function useImport() {
  const [share, setShare] = useState(0);
  const mutation = useMutation({
    meta: { changes: [EVERYTHING] },
    mutationFn: (file: File) => {
      setShare(0);
      return call('POST /account/import', {
        file,
        onProgress: setShare,
        idempotencyKey: randomId(),
      });
    },
  });
  return { ...mutation, share };
}

export const usePortal = () =>
  useMutation({
    meta: { failed: m.account_portal_failed() },
    mutationFn: async () => {
      const { url } = await call('POST /stripe/portal');
      const { protocol, href } = new URL(url);
      // No other kind of address is followed.
      if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
      location.assign(href);
    },
  });
