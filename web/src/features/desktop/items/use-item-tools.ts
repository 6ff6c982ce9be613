import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { download } from '../../../things/downloads.ts';
import type { LiveDesktop } from '../desktop-state.ts';
import { desktopKey, refreshDesktop, rereadItem, type Source } from '../desktop.api.ts';
import { open } from '../overlays.ts';
import { type ItemTools, openPicture, useDeleteItem } from './item-tools.ts';
import type { Block } from '../../../things/content.ts';

export function useItemTools(source: Source): ItemTools {
  const client = useQueryClient();
  const remove = useDeleteItem(source);
  return useMemo(() => {
    const save = ({ id, files: [file] }: Block) =>
      download(file, async () => (await rereadItem(client, source, id))?.files);
    const openFile = (first: Block) =>
      openPicture({
        items: client.getQueryData<LiveDesktop>(desktopKey(source))?.items ?? [],
        first,
        save,
        reread: ({ id }) => rereadItem(client, source, id),
      });
    return {
      open: (item) => (item.files.length > 0 ? openFile(item) : open('item', { item })),
      remove,
      // Only the owner changes what is there.
      ...(source.token === null && { edit: ({ id }) => open('edit', { id }) }),
      download: save,
      renew: () => void refreshDesktop(client, source),
    };
  }, [client, source, remove]);
}
