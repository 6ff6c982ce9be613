import { ProductError } from '@clipline/contract/errors.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { USER } from './fake-browser.ts';
import { handle, refuse } from './fake-server.ts';
import { hear } from './fake-socket.ts';

/** The server has this room; what is put there stands in its lists from then on. */
export function fakeRoom(stored: Room, present: readonly string[] = [USER.id]): { room: Room } {
  const held = { room: stored };
  handle('GET /rooms/{id}', () => held.room);
  handle('GET /rooms/{id}/content', () => ({
    content: held.room.content,
    total: held.room.contentTotal,
  }));
  handle(
    'GET /rooms/{id}/content/{contentId}',
    ({ params }) =>
      held.room.content.find(({ id }) => id === params.contentId) ??
      refuse(new ProductError('CONTENT_NOT_FOUND')),
  );
  hear('join:room', () => ({ ok: true, room: held.room, present: [...present] }));
  return held;
}
