import type { RoomChange } from '@clipline/contract/schemas/rooms.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSocketChannel, useSocketEvent } from '../../lib/socket.ts';
import { contentChangesRunning } from './content-mutations.api.ts';
import { keepRoom, roomKeys } from './rooms.api.ts';

/** Long enough for the news of ten files to be read once, short enough to be there at once. */
const GATHER_MS = 80;

export type RoomEnd = 'removed' | 'deleted';

export interface LiveRoom {
  /** Ids of the members who have the room open. */
  readonly present: ReadonlySet<string>;
  /** Grows with every piece of news. */
  readonly news: number;
  /** Why the room is closed to this person while they look at it. */
  readonly ended: RoomEnd | null;
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Keeps a room in step with everybody in it while it is shown; each (re)connect reads what was
 * missed.
 */
export function useLiveRoom(roomId: string, open: boolean): LiveRoom {
  const client = useQueryClient();
  const [present, setPresent] = useState(NOBODY);
  const [news, setNews] = useState(0);
  const [ended, setEnded] = useState<RoomEnd | null>(null);
  const changes = useRef(new Set<RoomChange>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const read = (content: boolean) => {
    void client.invalidateQueries({ queryKey: roomKeys.one(roomId) });
    void client.invalidateQueries({ queryKey: roomKeys.activity(roomId) });
    // What shows before the server answers would flicker back; its end reads.
    if (content && contentChangesRunning(client, roomId) === 0)
      void client.invalidateQueries({ queryKey: roomKeys.content(roomId) });
  };

  const joinedBefore = useRef(false);
  useSocketChannel({
    join: 'join:room',
    leave: 'leave:room',
    payload: open && ended === null ? { roomId } : null,
    onJoined(ack) {
      if (!ack.ok) {
        // What could not be read in the first place would only flash "Loading" and fail again.
        if (client.getQueryData(roomKeys.one(roomId)))
          void client.invalidateQueries({ queryKey: roomKeys.one(roomId) });
        return;
      }
      keepRoom(client, ack.room);
      setPresent(new Set(ack.present));
      if (joinedBefore.current) read(true);
      joinedBefore.current = true;
    },
  });

  useSocketEvent('room:presence', (event) => {
    if (event.roomId === roomId) setPresent(new Set(event.userIds));
  });

  useSocketEvent('room:updated', (event) => {
    if (event.roomId !== roomId) return;
    if (event.change === 'removed' || event.change === 'deleted') {
      clearTimeout(timer.current);
      changes.current.clear();
      setPresent(NOBODY);
      return setEnded(event.change);
    }
    // Somebody let this person in again.
    if (ended === 'removed' && event.change === 'members') setEnded(null);
    setNews((count) => count + 1);
    changes.current.add(event.change);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const content = changes.current.has('content');
      changes.current.clear();
      read(content);
    }, GATHER_MS);
  });

  return { present, news, ended };
}
