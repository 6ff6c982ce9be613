import { MAX_ROOM_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { m } from '../../paraglide/messages.js';

/** An empty one is wrong without a word. */
export const checkRoomName = ({ name }: { name: string }) => {
  const { length } = name.trim();
  if (length === 0) return { name: '' };
  return length > MAX_ROOM_NAME_LENGTH
    ? { name: m.ui_too_long({ max: MAX_ROOM_NAME_LENGTH }) }
    : {};
};
