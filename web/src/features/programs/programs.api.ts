import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
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

export const useCreateToken = () =>
  useMutation({
    meta: { changes: [tokensKey] },
    mutationFn: (body: NewToken) =>
      call('POST /account/tokens', { body, idempotencyKey: randomId() }),
  });

export const useDeleteToken = () =>
  useMutation({
    meta: { failed: m.programs_end_failed(), changes: [tokensKey] },
    mutationFn: (id: string) => call('DELETE /account/tokens/{id}', { params: { id } }),
  });

export const useFindDevice = () =>
  useMutation({
    mutationFn: (code: string) => call('GET /auth/device', { query: { user_code: code } }),
  });

export const useDecideDevice = () =>
  useMutation({
    meta: { changes: [tokensKey] },
    mutationFn: (body: { user_code: string; allow: boolean }) =>
      call('POST /auth/device/decision', { body }),
  });

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
