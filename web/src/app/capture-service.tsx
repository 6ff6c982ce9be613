import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startSending, wake } from '../capture/sender.ts';
import { refreshLists } from '../features/clips/clips.api.ts';
import { useUser } from '../lib/session.ts';
import { useConnection } from '../live/socket.ts';

/** Sends what was captured, as long as any page of the signed-in app is open. */
export function CaptureService() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  const { state } = useConnection();
  useEffect(() => startSending(() => refreshLists(client)), [client]);
  useEffect(() => {
    if (state === 'connected') wake();
  }, [state, userId]);
  return null;
}
