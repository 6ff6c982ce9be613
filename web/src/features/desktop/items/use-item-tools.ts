import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { freshUrl, refreshDesktop, type Source } from '../desktop.api.ts';
import { open } from '../overlays.ts';
import { downloadItem, type ItemTools, useDeleteItem } from './item-tools.ts';

export function useItemTools(source: Source): ItemTools {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  // One read renews the links of all; if one stays broken, it was not for its age.
  const renewed = useRef(new Set<string>());
  return useMemo(() => {
    const download = (item: DesktopItem) =>
      downloadItem(item, () => freshUrl(client, source, item.id));
    return {
      open: (item) => open('item', { item, onDownload: () => download(item) }),
      remove,
      // Only the owner changes what is there.
      ...(source.token === null && { edit: ({ id }) => open('edit', { id }) }),
      download,
      renew(item) {
        if (renewed.current.has(item.id)) return;
        renewed.current.add(item.id);
        void refreshDesktop(client, source);
      },
    };
  }, [client, source, remove]);
}
