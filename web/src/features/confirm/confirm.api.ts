import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { getUser, subscribeToSession, useUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

export type Security = ReplyOf<Calls['GET /account/security']>;

export const securityKey = ['account', 'security'] as const;

/** Whom the server answers nothing else until a second step is set up. */
const restricted = createStore<{ readonly id: string | undefined }>(() => ({ id: undefined }));

const release = () => restricted.setState({ id: undefined });

export function restrict(): void {
  restricted.setState({ id: getUser()?.id });
  const stop = subscribeToSession(() => {
    if (getUser()) return;
    release();
    stop();
  });
}

export function useRestricted(): boolean {
  const { id } = useStore(restricted);
  return useUser()?.id === id && id !== undefined;
}

export const security = {
  queryKey: securityKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const reply = await call('GET /account/security', { signal });
    const { on, requiredFrom } = reply.twoStep;
    // Set up, maybe in another window, or not asked for any more.
    if (on || requiredFrom === null) release();
    return reply;
  },
};

export const useSecurity = () => useQuery({ ...security, staleTime: 0 });

/** False: the person thought better of it. */
export const useAddPasskey = () =>
  useMutation({
    meta: { failed: m.security_passkey_add_failed(), changes: [securityKey] },
    async mutationFn() {
      const { makePasskey } = await import('../../session/passkeys.ts');
      const response = await makePasskey(() => call('POST /account/passkeys/options'));
      if (!response) return false;
      await call('POST /account/passkeys', { body: { response }, idempotencyKey: randomId() });
      toast.success(m.security_passkey_added());
      return true;
    },
  });
