import { m } from '../../../paraglide/messages.js';
import { toastFailure } from '../../../live/failures.ts';
import { toast } from '../../../ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { keepRoom, refreshRoomList } from '../rooms.api.ts';

const PARAMETER = 'join';

export interface Joining {
  /** 'failed': the server did not reply; it can be tried again. */
  readonly state: 'idle' | 'joining' | 'failed';
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Joins a member's token to the room. A member already stays as they are, without a toast.
 */
async function join(roomId: string, shareToken: string) {
  const readable = await call('GET /rooms/{id}', { params: { id: roomId } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    },
  );
  if (readable?.role) return { room: readable, isNew: false };
  return { room: await call('POST /rooms/join', { body: { shareToken } }), isNew: true };
}

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * `/rooms/{id}?join=<token>`: makes a member of the person who opens it, and takes the token out
 * of the address.
 */
export function useJoinByLink(roomId: string): Joining {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const token = params.get(PARAMETER);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rooms', 'join', roomId, token],
    queryFn: () => join(roomId, token!),
    enabled: token !== null,
    staleTime: Infinity,
    gcTime: 0,
  });

  const done = token !== null && !isFetching && (data !== undefined || isRefusal(error));
  const finish = useEffectEvent(() => {
    if (data) {
      keepRoom(client, data.room);
      if (data.isNew) {
        toast.success(m.rooms_joined(), data.room.name);
        void refreshRoomList(client);
      }
    } else toastFailure(m.rooms_join_failed(), error);
    if (data && data.room.id !== roomId)
      return void navigate(`/rooms/${data.room.id}`, { replace: true });
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(PARAMETER);
        return next;
      },
      { replace: true },
    );
  });
  // Once for each outcome.
  useEffect(() => {
    if (done) finish();
  }, [done, data, error]);

  const state = token === null ? 'idle' : error && !isFetching && !done ? 'failed' : 'joining';
  return { state, error, retry: () => void refetch() };
}
