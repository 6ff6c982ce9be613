import type { AdminUser, Invitation } from '@clipline/contract/schemas/owner.ts';
import type { Registration } from '@clipline/contract/schemas/features.ts';
import type { BodyInput, QueryOf } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { getUser, setUser } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';

/** Where the server knows no such call, whoever asked is no admin any more. */
async function asAdmin<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    const user = getUser();
    if (user && error instanceof ApiError && error.code === 'NOT_FOUND')
      setUser({ ...user, isAdmin: false });
    throw error;
  }
}

/** Others change it too: it is read whenever it is shown. */
const SHOWN = { staleTime: 0, placeholderData: keepPreviousData } as const;

export type UsersQuery = QueryOf<Calls['GET /admin/users']>;

export const useUsers = (query: UsersQuery) =>
  useQuery({
    queryKey: ['admin', 'users', query],
    queryFn: ({ signal }) => asAdmin(call('GET /admin/users', { query, signal })),
    ...SHOWN,
  });

export const useUserStorage = (id: AdminUser['id']) =>
  useQuery({
    queryKey: ['admin', 'storage', id],
    queryFn: ({ signal }) =>
      asAdmin(call('GET /admin/users/{id}/storage', { params: { id }, signal })),
    ...SHOWN,
  });

export const useInvitations = (state: Invitation['state'], page: number) =>
  useQuery({
    queryKey: ['admin', 'invitations', state, page],
    queryFn: ({ signal }) =>
      asAdmin(call('GET /admin/invitations', { query: { state, page }, signal })),
    ...SHOWN,
  });

export const useServer = () =>
  useQuery({
    queryKey: ['admin', 'server'],
    queryFn: ({ signal }) => asAdmin(call('GET /admin/server', { signal })),
    ...SHOWN,
  });

const ENTRIES = 20;

export const useAdminLog = () =>
  useInfiniteQuery({
    queryKey: ['admin', 'log'],
    queryFn: ({ pageParam, signal }) =>
      asAdmin(
        call('GET /admin/log', {
          query: { limit: ENTRIES, ...(pageParam !== '' && { before: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < ENTRIES ? undefined : last.at(-1)?.id),
    staleTime: 0,
  });

/** Whatever an admin does is in the lists and in the log. */
const useAdminChange = <V, R>(mutationFn: (given: V) => Promise<R>, failed?: string) =>
  useMutation({
    mutationFn: (given: V) => asAdmin(mutationFn(given)),
    meta: { failed, changes: [['admin']] },
  });

type WithId<B> = B & { readonly id: AdminUser['id'] };
type Update = WithId<BodyInput<Calls['PATCH /admin/users/{id}']>>;

/** `failed`: the title of a toast, where no form tells of it. */
export const useUpdateUser = (failed?: string) =>
  useAdminChange(
    ({ id, ...body }: Update) => call('PATCH /admin/users/{id}', { params: { id }, body }),
    failed,
  );

export const useSignOutUser = () =>
  useAdminChange(
    (id: string) => call('POST /admin/users/{id}/sign-out', { params: { id } }),
    m.owner_change_failed(),
  );

export const useConfirmUser = () =>
  useAdminChange(
    (id: string) => call('POST /admin/users/{id}/confirm', { params: { id } }),
    m.owner_change_failed(),
  );

export const useResetUser = () =>
  useAdminChange(
    ({ id, ...body }: WithId<NonNullable<BodyInput<Calls['POST /admin/users/{id}/reset']>>>) =>
      call('POST /admin/users/{id}/reset', { params: { id }, body }),
  );

export const useResetSecondStep = () =>
  useAdminChange((id: string) =>
    call('POST /admin/users/{id}/reset-second-step', { params: { id } }),
  );

export const useDeleteUser = () =>
  useAdminChange(({ id, ...body }: WithId<BodyInput<Calls['DELETE /admin/users/{id}']>>) =>
    call('DELETE /admin/users/{id}', { params: { id }, body }),
  );

export const useCreateUser = () =>
  useAdminChange((body: BodyInput<Calls['POST /admin/users']>) =>
    call('POST /admin/users', { body, idempotencyKey: randomId() }),
  );

export const useInvite = () =>
  useAdminChange((body: NonNullable<BodyInput<Calls['POST /admin/invitations']>>) =>
    call('POST /admin/invitations', { body, idempotencyKey: randomId() }),
  );

export const useRevoke = () =>
  useAdminChange(
    (id: string) => call('DELETE /admin/invitations/{id}', { params: { id } }),
    m.owner_revoke_failed(),
  );

export const useSetRegistration = () =>
  useAdminChange(async (registration: Registration) => {
    const state = await call('PATCH /admin/server', { body: { registration } });
    // As the next page would be served.
    document.documentElement.dataset['registration'] = state.registration;
    return state;
  }, m.owner_change_failed());

/** `failed`: the title of a toast, where no form tells of it. */
export const useSetSecondStep = (failed?: string) =>
  useAdminChange(
    (body: Pick<BodyInput<Calls['PATCH /admin/server']>, 'secondStep' | 'graceDays'>) =>
      call('PATCH /admin/server', { body }),
    failed,
  );

export const useTestMail = () =>
  useMutation({
    mutationFn: () => call('POST /admin/test-mail'),
    meta: { failed: m.owner_test_mail_failed() },
  });
