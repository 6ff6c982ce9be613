import type { DesktopItem, Position } from '@clipline/contract/schemas/desktop.ts';
import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { m } from '../../paraglide/messages.js';
import { type Block, readItem } from '../../things/content.ts';
import { sendFile, type UploadOptions } from '../../things/uploads.ts';
import type { Rect } from './board/rect.ts';
import { type LiveDesktop, NOTHING, withChange, withRead } from './desktop-state.ts';

export interface Source {
  readonly token: string | null;
}

export const OWN: Source = { token: null };
/** Until the first item there is no channel that could tell that another tab has made it. */
const EMPTY_POLL_MS = 5000;

const SHARING = ['desktop', 'sharing'] as const;
export const DELETION = ['desktop', 'deletion'] as const;
export const desktopKey = ({ token }: Source) => ['desktop', token ?? 'own'] as const;

export const headersOf = ({ token }: Source) => ({
  headers: token === null ? {} : { 'x-desktop-token': token },
});
/** Another person's desktop is named, too. */
const named = ({ token }: Source, desktopId: string | undefined) =>
  token !== null && desktopId ? { desktopId } : {};

const knownOf = (client: QueryClient, source: Source): LiveDesktop =>
  client.getQueryData<LiveDesktop>(desktopKey(source)) ?? NOTHING;

async function read(
  client: QueryClient,
  source: Source,
  signal?: AbortSignal,
): Promise<LiveDesktop> {
  const before = knownOf(client, source);
  const options = { ...headersOf(source), ...(signal && { signal }) };
  const reply =
    source.token === null
      ? await call('GET /virtual-desktop', options)
      : await call('GET /virtual-desktop/shared/{id}', {
          ...options,
          params: { id: source.token },
          fallback: m.desktop_shared_failed(),
        });
  const items = reply.items.map(readItem<DesktopItem>);
  const next = withRead(before, knownOf(client, source), { ...reply, items });
  // Off the screen already while the server has not replied: a read would bring them back.
  const hidden = new Set(
    client
      .getMutationCache()
      .findAll({ mutationKey: DELETION, status: 'pending' })
      .map((mutation) => (mutation.state.variables as Block).id),
  );
  return hidden.size === 0
    ? next
    : { ...next, items: next.items.filter(({ id }) => !hidden.has(id)) };
}

/** Of two devices that met by a code that is no failure: the page says it. */
const hasEnded = (error: unknown, data: unknown): boolean =>
  hasCode(error, 'DESKTOP_NOT_FOUND') &&
  (data as LiveDesktop | undefined)?.desktop?.pairedUntil !== undefined;

export function useDesktop(source: Source, enabled = true) {
  const client = useQueryClient();
  return useQuery({
    meta: {
      failed: (error: unknown, data: unknown) =>
        source.token === null || hasEnded(error, data) ? null : m.desktop_shared_failed(),
    },
    queryKey: desktopKey(source),
    queryFn: ({ signal }) => read(client, source, signal),
    enabled,
    refetchOnWindowFocus: 'always',
    refetchInterval: (query) =>
      source.token === null && query.state.data?.desktop === null ? EMPTY_POLL_MS : false,
  });
}

export const refreshDesktop = (client: QueryClient, source: Source): Promise<void> =>
  client.invalidateQueries({ queryKey: desktopKey(source) });

/** Of two devices that met by a code: for both. */
export async function endPairing(client: QueryClient, source: Source): Promise<void> {
  try {
    await call('DELETE /virtual-desktop/shared/{id}', { params: { id: source.token ?? '' } });
  } finally {
    void refreshDesktop(client, source);
  }
}

/** Now, past every cache. */
export async function rereadItems(client: QueryClient, source: Source): Promise<readonly Block[]> {
  const next = await read(client, source);
  client.setQueryData(desktopKey(source), next);
  return next.items;
}

export const rereadItem = async (
  client: QueryClient,
  source: Source,
  itemId: string,
): Promise<Block | undefined> =>
  (await rereadItems(client, source)).find(({ id }) => id === itemId);

/** Changes what is shown, and reads the rest when there was no desktop before. */
export function patchDesktop(
  client: QueryClient,
  source: Source,
  change: (known: LiveDesktop) => LiveDesktop,
): void {
  const known = client.getQueryData<LiveDesktop>(desktopKey(source));
  if (known) client.setQueryData(desktopKey(source), change(known));
  if (!known?.desktop) void refreshDesktop(client, source);
}

export interface Placed {
  readonly desktopId: string | undefined;
  /** Of its own, where it hides nothing, unless given. */
  readonly position: Position | undefined;
  readonly idempotencyKey: string;
}

export const addText = (
  source: Source,
  content: string,
  { desktopId, position, idempotencyKey }: Placed,
): Promise<Block> =>
  call('POST /virtual-desktop/items/text', {
    ...headersOf(source),
    idempotencyKey,
    needs: ['id'],
    body: { content, position: position ?? 'free', ...named(source, desktopId) },
  }).then(readItem);

export const addFile = (
  source: Source,
  file: File,
  { desktopId, position: given, ...rest }: Placed & UploadOptions,
): Promise<Block> => {
  const at = named(source, desktopId);
  const position = given ?? 'free';
  return sendFile(file, { kind: 'desktop', ...source, ...at }, rest, (sent, way) =>
    call('POST /virtual-desktop/items/file', {
      ...headersOf(source),
      ...way,
      needs: ['id'],
      ...('file' in sent
        ? { ...sent, body: { position: JSON.stringify(position), ...at } }
        : { ...sent, body: { position, ...at } }),
    }),
  ).then(readItem);
};

/** Goes out even while the page closes. */
export const saveRect = (id: string, { x, y, width, height }: Rect): Promise<DesktopItem> =>
  call('PATCH /virtual-desktop/items/{id}', {
    params: { id },
    body: { position: { x, y }, size: { width, height } },
    keepalive: true,
  });

export async function readOwn(client: QueryClient, itemId: string): Promise<Block> {
  const item = await rereadItem(client, OWN, itemId);
  if (!item) throw new ApiError(m.desktop_item_gone(), 404);
  return item;
}

/**
 * Writes a text over the version that it was made from. A block that was only moved since has the
 * same text under a newer version, which is no conflict.
 */
export async function saveItemText(
  client: QueryClient,
  { id, content: known }: Block,
  content: string,
  version: number,
): Promise<DesktopItem> {
  const write = (over: number) =>
    call('PATCH /virtual-desktop/items/{id}', {
      params: { id },
      headers: { 'if-match': String(over) },
      needs: ['id', 'version'],
      body: { content },
    });
  const saved = await write(version).catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    const now = await readOwn(client, id);
    if (now.content !== known) throw error;
    return write(now.version);
  });
  patchDesktop(client, OWN, (state) => withChange(state, id, saved));
  return saved;
}

/** Notes that the link was shown, or stops sharing: the link is dead then, and another is made. */
export async function setSharing(client: QueryClient, shared: boolean): Promise<void> {
  const sharing = await call('PUT /virtual-desktop/sharing', { body: { shared } });
  patchDesktop(client, OWN, (known) => ({
    ...known,
    desktop: known.desktop && { ...known.desktop, ...sharing },
  }));
}

/** From then on the link may be anywhere, and the board says so: before it is shown. */
export function useShareDesktop() {
  const client = useQueryClient();
  return useMutation({ mutationKey: SHARING, mutationFn: () => setSharing(client, true) });
}

export const useSharingState = () =>
  useMutationState({
    filters: { mutationKey: SHARING },
    select: ({ state: { status, error } }) => ({ status, error }),
  }).at(-1);

export async function renewLink(client: QueryClient): Promise<void> {
  const { share_token } = await call('POST /virtual-desktop/share-token', {});
  patchDesktop(client, OWN, (known) => ({
    ...known,
    desktop: known.desktop && { ...known.desktop, share_token },
  }));
}
