import {
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  exportAccount,
  listSessions,
  renameAccount,
  type OpenSession,
} from '@clipline/contract/account.ts';
import { getSubscription, openPortal } from '@clipline/contract/billing.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { downloadBlob } from '../../lib/download.ts';
import { getUser, setUser } from '../../lib/session.ts';

const sessionsKey = ['account', 'sessions'] as const;

/** What happens elsewhere is only seen by looking again. */
const ALWAYS_READ = { staleTime: 0 } as const;

export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(listSessions, { signal }), ...ALWAYS_READ });

export const useSubscription = () =>
  useQuery({ queryKey: ['account', 'subscription'], queryFn: ({ signal }) => call(getSubscription, { signal }), ...ALWAYS_READ });

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSuccess: (_, id) => void client.setQueryData<OpenSession[]>(sessionsKey, (all) => all?.filter((session) => session.id !== id)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => call(endOtherSessions), onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }) });
}

export const useRename = () =>
  useMutation({
    mutationFn: (name: string) => call(renameAccount, { body: { name } }),
    onSuccess: ({ name }) => {
      const user = getUser();
      if (user) setUser({ ...user, name });
    },
  });

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; new_password: string }) => call(changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export const useDeleteAccount = () => useMutation({ mutationFn: (password: string) => call(deleteAccount, { body: { password } }) });

export const useExport = () =>
  useMutation({
    mutationFn: async () => {
      const today = new Date().toISOString().slice(0, 10);
      downloadBlob(await call(exportAccount), `clipline-export-${today}.zip`);
    },
  });

/** Goes to the hosted page where plan, card and invoices are managed. */
export const usePortal = () =>
  useMutation({
    mutationFn: async () => {
      const { url } = await call(openPortal);
      const { protocol, href } = new URL(url);
      // No other kind of address is followed.
      if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
      location.assign(href);
    },
  });
