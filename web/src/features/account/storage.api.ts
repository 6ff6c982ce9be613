import type { Stored } from '@clipline/contract/schemas/account.ts';
import type { TrashKind } from '@clipline/contract/schemas/trash.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { m } from '../../paraglide/messages.js';

export const storageUse = {
  queryKey: ['account', 'storage'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /account/storage', { signal }),
};

const fromTrash = (kind: TrashKind, id: string) =>
  call('DELETE /trash/{kind}/{id}', { params: { kind, id } });

/** As its own place does it; what goes into the trash there goes from it too. */
async function remove({ kind, id, of }: Stored): Promise<unknown> {
  const ofClip = { params: { id } };
  const inRoom = { params: { id: of ?? '', contentId: id } };
  switch (kind) {
    case 'clip':
      return call('DELETE /clipboard/{id}', { ...ofClip, query: { forever: 'true' } });
    case 'roomItem':
      await call('DELETE /rooms/{id}/content/{contentId}', inRoom);
      return fromTrash(kind, id);
    case 'desktopItem':
      await call('DELETE /virtual-desktop/items/{id}', { params: { id } });
      return fromTrash(kind, id);
    case 'history':
      return of === null
        ? call('DELETE /clipboard/{id}/versions', ofClip)
        : call('DELETE /rooms/{id}/content/{contentId}/versions', inRoom);
    case 'trash':
      return fromTrash(of as TrashKind, id);
    case 'upload':
      return call('DELETE /uploads/{id}', { params: { id } });
  }
}

const EVERYTHING = [] as const;

export const useDeleteForever = () =>
  useMutation({
    mutationFn: remove,
    meta: { failed: m.trash_remove_failed(), changes: [EVERYTHING] },
  });
