import type { Desktop } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSocket, useSocketChannel, useSocketEvent } from '../../live/socket.ts';
import { readItem } from '../../things/content.ts';
import { sameItems, withChange, withItem, withoutItem, type LiveDesktop } from './desktop-state.ts';
import { desktopKey, patchDesktop, refreshDesktop, type Source } from './desktop.api.ts';

export function useLiveDesktop(source: Source, desktop: Desktop | null | undefined): number {
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
    hear(event, (state) => withItem(state, readItem(event.item))),
  );
  useSocketEvent('desktop:item:removed', (event) =>
    hear(event, (state) => withoutItem(state, event.itemId, event.version)),
  );
  useSocketEvent('desktop:item:modified', (event) => {
    hear(event, (state) => withChange(state, event.itemId, event.updates));
    // Its creation was missed.
    if (event.networkId === networkId && !known()?.items.some(({ id }) => id === event.itemId))
      void refreshDesktop(client, source);
  });
  useSocketEvent('desktop:closed', (event) => {
    if (event.networkId === networkId) void refreshDesktop(client, source);
  });

  return news;
}
