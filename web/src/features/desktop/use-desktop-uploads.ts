import type { Position } from '@clipline/contract/schemas/desktop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useUploads, type Uploads } from '../../lib/uploads.ts';
import { withItem, type LiveDesktop } from './desktop-state.ts';
import { addFile, desktopKey, patchDesktop, type Source } from './desktop.api.ts';
import { say } from './desktop.messages.ts';

export interface DesktopUploads extends Uploads {
  /** `position`: where the first of them was dropped. */
  readonly add: (files: readonly File[], position?: Position) => void;
}

/** Side by side from where they were dropped. */
const BESIDE = 216;
const dropped = new WeakMap<File, Position>();

export function useDesktopUploads(source: Source): DesktopUploads {
  const client = useQueryClient();
  const uploads = useUploads(`desktop:${source.token ?? 'own'}`, {
    async send(file, options) {
      const desktopId = client.getQueryData<LiveDesktop>(desktopKey(source))?.desktop?.id;
      const item = await addFile(source, file, {
        ...options,
        desktopId,
        position: dropped.get(file),
      });
      patchDesktop(client, source, (known) => withItem(known, item));
      return item;
    },
    onUploaded: say.filesAdded,
    say,
  });
  return {
    ...uploads,
    add(chosen, position) {
      if (position)
        chosen.forEach((file, index) =>
          dropped.set(file, { x: position.x + index * BESIDE, y: position.y }),
        );
      uploads.add(chosen);
    },
  };
}
