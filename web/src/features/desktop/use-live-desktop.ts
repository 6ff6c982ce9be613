import type { Desktop, DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSocket, useSocketChannel, useSocketEvent } from '../../lib/socket.ts';
import { sameItems, withItem, withLayout, withoutItem, type LiveDesktop } from './desktop-state.ts';
import { desktopKey, patchDesktop, refreshDesktop, type Source } from './desktop.api.ts';
import type { Frame } from './frame.ts';

/** Tells the others on the channel of a change of one's own that the server has stored. */
export interface Announce {
  readonly created: (item: DesktopItem) => void;
  readonly updated: (itemId: string, frame: Frame) => void;
  readonly deleted: (itemId: string) => void;
}

export interface LiveLink {
  readonly announce: Announce;
  /** Grows with every piece of news from elsewhere. */
  readonly news: number;
}

/**
 * Keeps a desktop in step with everybody who has it open, signed in or not; each (re)connect reads
 * what was missed.
 */
export function useLiveDesktop(source: Source, desktop: Desktop | null | undefined): LiveLink {
  const client = useQueryClient();
  const connection = useSocket();
  const [news, setNews] = useState(0);
  const networkId = desktop?.network_id ?? null;
  const known = () => client.getQueryData<LiveDesktop>(desktopKey(source));

  // Only once there is a desktop: a signed-out owner is known by the cookie that came with its
  // first item.
  useEffect(() => (networkId === null ? undefined : connection.hold()), [connection, networkId]);

  useSocketChannel({
    join: 'join:desktop:network',
    leave: 'leave:desktop:network',
    payload:
      networkId === null
        ? null
        : source.token === null
          ? networkId
          : { networkId, shareToken: source.token },
    onJoined(ack) {
      if (!ack.ok || !sameItems(ack.items, known()?.items ?? []))
        void refreshDesktop(client, source);
    },
  });

  const hear = (event: { networkId: string }, change: (known: LiveDesktop) => LiveDesktop) => {
    if (event.networkId !== networkId) return;
    const before = known();
    patchDesktop(client, source, change);
    if (known() !== before) setNews((count) => count + 1);
  };
  useSocketEvent('desktop:item:new', (event) =>
    hear(event, (state) => withItem(state, event.item)),
  );
  useSocketEvent('desktop:item:removed', (event) =>
    hear(event, (state) => withoutItem(state, event.itemId)),
  );
  useSocketEvent('desktop:item:modified', (event) => {
    hear(event, (state) => withLayout(state, event.itemId, event.updates));
    // Its creation was missed.
    if (event.networkId === networkId && !known()?.items.some(({ id }) => id === event.itemId))
      void refreshDesktop(client, source);
  });
  useSocketEvent('desktop:closed', (event) => {
    if (event.networkId === networkId) void refreshDesktop(client, source);
  });

  const announce = useMemo<Announce>(() => {
    const on = (send: (networkId: string) => void) => {
      // The first item makes the desktop: nobody listens yet.
      if (networkId !== null) send(networkId);
    };
    return {
      created: (item) =>
        on((id) =>
          connection.emit('desktop:item:created', {
            networkId: id,
            type: item.type,
            item: { id: item.id },
          }),
        ),
      updated: (itemId, { x, y, width, height }) =>
        on((id) =>
          connection.emit('desktop:item:updated', {
            networkId: id,
            itemId,
            updates: { position: { x, y }, size: { width, height } },
          }),
        ),
      deleted: (itemId) =>
        on((id) => connection.emit('desktop:item:deleted', { networkId: id, itemId })),
    };
  }, [connection, networkId]);

  return { announce, news };
}
