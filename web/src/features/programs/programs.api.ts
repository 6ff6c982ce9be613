import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { locale } from '../../lib/language.ts';
import { randomId } from '../../lib/random-id.ts';
import { m } from '../../paraglide/messages.js';

const tokensKey = ['account', 'tokens'] as const;

/** Programs come and go elsewhere. */
export const useTokens = () =>
  useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => call('GET /account/tokens', { signal }),
    staleTime: 0,
  });

export interface NewToken {
  readonly name: string;
  readonly scopes: Scope[];
  readonly expiresInDays: number | null;
  readonly password?: string;
}

export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewToken) =>
      call('POST /account/tokens', { body, idempotencyKey: randomId() }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}

export function useDeleteToken() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: m.programs_end_failed() },
    mutationFn: (id: string) => call('DELETE /account/tokens/{id}', { params: { id } }),
    // Also after a failure: it may have gone elsewhere.
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}

export const useFindDevice = () =>
  useMutation({
    mutationFn: (code: string) => call('GET /auth/device', { query: { user_code: code } }),
  });

export function useDecideDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { user_code: string; allow: boolean }) =>
      call('POST /auth/device/decision', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
}

/** Parts of a sentence: 'read your clips'. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  'clips:read': m.programs_scope_clips_read(),
  'clips:write': m.programs_scope_clips_write(),
  'rooms:read': m.programs_scope_rooms_read(),
  'rooms:write': m.programs_scope_rooms_write(),
  desktop: m.programs_scope_desktop(),
  links: m.programs_scope_links(),
  export: m.programs_scope_export(),
};

export const scopesInWords = (given: readonly Scope[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
    scopes.filter((scope) => given.includes(scope)).map((scope) => scopeTexts[scope]),
  );
