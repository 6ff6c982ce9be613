import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { freshUrl, refreshDesktop, type Source } from '../desktop.api.ts';
import { downloadItem, type ItemTools } from './item-tools.ts';
import { useDeleteItem } from './use-delete-item.ts';

/** `open` and `edit` must stay the same functions. */
export function useItemTools(
  source: Source,
  open: (item: DesktopItem) => void,
  edit?: (item: DesktopItem) => void,
): ItemTools {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  // One read renews the links of all; if one stays broken, it was not for its age.
  const renewed = useRef(new Set<string>());
  return useMemo(
    () => ({
      open,
      remove,
      ...(edit && { edit }),
      download: (item) => downloadItem(item, () => freshUrl(client, source, item.id)),
      renew(item) {
        if (renewed.current.has(item.id)) return;
        renewed.current.add(item.id);
        void refreshDesktop(client, source);
      },
    }),
    [client, source, open, edit, remove],
  );
}
