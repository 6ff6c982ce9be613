import type { SentClip } from '@clipline/contract/schemas/devices.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { randomId } from '../../lib/random-id.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

/** What happens elsewhere is only seen by looking again. */
export const ALWAYS_READ = { staleTime: 0 } as const;

export const sessions = {
  queryKey: ['account', 'sessions'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /account/sessions', { signal }),
  ...ALWAYS_READ,
};

/** Where a clip can be sent from here. `runsOn` is null of a program, which has no session. */
export const useOtherDevices = () => {
  const { data: known = [], isPending } = useQuery(sessions);
  const devices = useQuery({
    queryKey: ['devices', 'list'],
    queryFn: ({ signal }) => call('GET /devices', { signal }),
    ...ALWAYS_READ,
  });
  const others = isPending ? undefined : devices.data?.filter(({ current }) => !current);
  return {
    ...devices,
    data: others?.map((device) => {
      const session = known.find(({ id }) => id === device.id);
      return { ...device, runsOn: session?.device ?? null };
    }),
  };
};

export type OtherDevice = NonNullable<ReturnType<typeof useOtherDevices>['data']>[number];

export const useSend = () =>
  useMutation({
    meta: { failed: m.devices_send_failed() },
    mutationFn: ({ to, clipId }: { to: OtherDevice; clipId: string }) =>
      call('POST /devices/{id}/send', {
        params: { id: to.id },
        body: { clipId },
        idempotencyKey: randomId(),
      }),
    onSuccess: (_, { to }) => void toast.success(m.devices_sent({ device: to.name })),
  });

export const inbox = {
  queryKey: ['devices', 'inbox'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /devices/inbox', { signal }),
  ...ALWAYS_READ,
};

export const changeInbox = (
  client: QueryClient,
  change: (sent: readonly SentClip[]) => SentClip[],
): void => void client.setQueryData<SentClip[]>(inbox.queryKey, (sent = []) => change(sent));

export const takeOut = (client: QueryClient, ids: readonly string[]): void =>
  changeInbox(client, (sent) => sent.filter(({ id }) => !ids.includes(id)));

/** What could not be told comes again with the next start. */
export function useSeen() {
  const client = useQueryClient();
  return useMutation({
    meta: { failed: () => null },
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((id) => call('POST /devices/inbox/{id}/seen', { params: { id } }))),
    onMutate: (ids) => takeOut(client, ids),
  });
}
