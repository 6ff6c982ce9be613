import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { call } from '../../../lib/api.ts';

export const addText = (
  id: string,
  content: string,
  idempotencyKey: string,
): Promise<RoomContent> =>
  call('POST /rooms/{id}/content', {
    params: { id },
    body: { content, type: 'text' },
    idempotencyKey,
    needs: ['id'],
  });

export const addFile = (
  id: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void; idempotencyKey: string },
): Promise<RoomContent> =>
  call('POST /rooms/{id}/upload', { params: { id }, file, needs: ['id'], ...options });
