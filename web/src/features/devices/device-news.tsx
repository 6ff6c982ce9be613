import type { SentClip } from '@clipline/contract/schemas/devices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { AFTER_READING } from '../../live/query-client.ts';
import { useConnection, useSocketEvent } from '../../live/socket.ts';
import { changeInbox, inbox, takeOut, useSeen } from './devices.api.ts';
import { InboxSheet } from './inbox-sheet.tsx';
import { keepPushOn } from './push.ts';

const NONE: readonly SentClip[] = [];

/** What was sent to this device, and where its notifications lead. */
export function DeviceNews() {
  const client = useQueryClient();
  const { epoch } = useConnection();
  const { data: sent = [] } = useQuery({ ...inbox, enabled: epoch > 0 });
  const { mutate: see } = useSeen();
  /** Left in the inbox until more comes, or the app is opened again. */
  const [away, setAway] = useState(false);
  const readAgain = () =>
    void client.invalidateQueries({ queryKey: inbox.queryKey }, AFTER_READING);
  const catchUp = useEffectEvent(readAgain);
  useEffect(() => {
    if (epoch === 1) void keepPushOn().catch(() => undefined);
    if (epoch > 1) catchUp();
  }, [epoch]);
  /** What is being read may be older than the news. */
  const readOver = () => {
    if (client.isFetching({ queryKey: inbox.queryKey }) > 0) readAgain();
  };
  useSocketEvent('device:received', (received) => {
    readOver();
    const at = new Date().toISOString();
    changeInbox(client, (known) => [
      { ...received, at },
      ...known.filter(({ id }) => id !== received.id),
    ]);
    setAway(false);
  });
  useSocketEvent('device:seen', ({ id }) => {
    readOver();
    takeOut(client, [id]);
  });
  useSocketEvent('clip-update', () => {
    if (sent.length > 0) readAgain();
  });
  useNotificationPresses();

  const isShown = !away && sent.length > 0;
  const leave = () => {
    setAway(true);
    // Nothing is left to do about them.
    const gone = sent.filter(({ clip }) => clip === null).map(({ id }) => id);
    if (gone.length > 0) see(gone);
  };
  return <InboxSheet sent={isShown ? sent : NONE} onSeen={(id) => see([id])} onLeave={leave} />;
}

/** The worker asks a page to go there (worker/push.ts). */
function useNotificationPresses(): void {
  const navigate = useNavigate();
  const goTo = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data, ports: [reply] }: MessageEvent<{ goTo?: string } | null>) => {
      if (data?.goTo === undefined) return;
      reply?.postMessage(true);
      goTo(data.goTo);
    };
    workers?.addEventListener('message', hear);
    return () => workers?.removeEventListener('message', hear);
  }, []);
}
